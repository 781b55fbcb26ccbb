//! Cheapest assignment of rows to columns: the Hungarian method with potentials.

/// Assigns each row its own column so that the sum of `cost(row, column)` is minimal. There must be at least as many
/// columns as rows.
pub fn cheapest(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    debug_assert!(rows <= columns);
    let (mut row_price, mut column_price) = (vec![0; rows], vec![0; columns]);
    let mut owner = vec![NONE; columns];
    'rows: for row in 0..rows {
        // Shortest augmenting path from the row to a free column.
        let mut distance = vec![i64::MAX; columns];
        let mut before = vec![NONE; columns];
        let mut done = vec![false; columns];
        let (mut last, mut current) = (NONE, row);
        let end = loop {
            let mut next = NONE;
            for column in (0..columns).filter(|&column| !done[column]).collect::<Vec<_>>() {
                let walked = if last == NONE { 0 } else { distance[last] };
                let reduced = cost(current, column) - row_price[current] - column_price[column];
                if walked + reduced < distance[column] {
                    distance[column] = walked + reduced;
                    before[column] = last;
                }
                if next == NONE || distance[column] < distance[next] {
                    next = column;
                }
            }
            if next == NONE {
                continue 'rows;
            }
            done[next] = true;
            last = next;
            match owner[next] {
                NONE => break next,
                other => current = other,
            }
        };
        let length = distance[end];
        row_price[row] += length;
        for column in (0..columns).filter(|&column| done[column] && column != end) {
            column_price[column] -= length - distance[column];
            row_price[owner[column]] += length - distance[column];
        }
        let mut column = end;
        while before[column] != NONE {
            owner[column] = owner[before[column]];
            column = before[column];
        }
        owner[column] = row;
    }
    let column_of = |row: usize| owner.iter().position(|&own| own == row).unwrap_or_default();
    (0..rows).map(column_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    #[test]
    fn no_permutation_is_cheaper() {
        let mut rng = Rng(7);
        for size in 1..=6 {
            for _ in 0..50 {
                let costs: Vec<i64> = (0..size * (size + 1)).map(|_| rng.below(20) as i64 - 5).collect();
                let cost = |row: usize, column: usize| costs[row * (size + 1) + column];
                let found = cheapest(size, size + 1, cost);
                let sum: i64 = found.iter().enumerate().map(|(row, &column)| cost(row, column)).sum();
                assert_eq!(sum, least(size, &cost, 0, &mut vec![false; size + 1]), "{costs:?}");
                let mut sorted = found.clone();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted.len(), size);
            }
        }
    }

    fn least(rows: usize, cost: &impl Fn(usize, usize) -> i64, row: usize, taken: &mut Vec<bool>) -> i64 {
        if row == rows {
            return 0;
        }
        let mut best = i64::MAX;
        for column in 0..taken.len() {
            if !std::mem::replace(&mut taken[column], true) {
                best = best.min(cost(row, column) + least(rows, cost, row + 1, taken));
                taken[column] = false;
            }
        }
        best
    }
}
