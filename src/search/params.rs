//! Parameters of the search, the same for every variant. Margins in centipawns (`_cp`) are for chess and scale with
//! the captures of the game, see [`PieceValues::scaled`](super::piece_values::PieceValues::scaled); `shallower_cp` does not.

use crate::declare_params::declare_params;

declare_params! {
    /// Parameters of the search.
    SearchParams {
        /// Reverse futility: margin above beta per ply.
        reverse_futility_cp = 75;
        /// Maximum depth of reverse futility.
        reverse_futility_depth = 8;
        /// Razoring: margin below alpha per ply. Beyond it only captures can help.
        razor_cp = 250;
        /// Maximum depth of razoring.
        razor_depth = 3;
        /// Futility of quiet moves: base margin.
        futility_base_cp = 100;
        /// Futility of quiet moves: margin per ply of the reduced depth.
        futility_cp = 85;
        /// Maximum reduced depth of futility.
        futility_depth = 7;
        /// History score worth one centipawn in futility pruning.
        history_per_cp = 500, least 1;
        /// Minimum depth of a null move.
        null_depth = 3;
        /// A null move needs a static evaluation of at least beta + `null_base_cp` - `null_slope_cp` * depth.
        null_slope_cp = 14;
        /// See `null_slope_cp`.
        null_base_cp = 110;
        /// Advantage over beta that reduces a null-move search by another ply.
        null_step_cp = 150, least 1;
        /// Reduction of a null move, plies.
        null_reduction = 3;
        /// Further reduction of a null move by depth, 1024ths of a ply.
        null_reduction_share = 256;
        /// Minimum depth for verifying a null-move cutoff by a search without null moves.
        null_verify_depth = 12;
        /// Minimum depth of ProbCut: a capture causes a cutoff if a reduced search exceeds beta by a margin.
        probcut_depth = 5;
        /// Margin of ProbCut.
        probcut_cp = 170;
        /// Reduction of ProbCut, plies.
        probcut_reduction = 4;
        /// Maximum depth of late move pruning.
        late_move_depth = 8;
        /// Maximum loss of a searched capture per ply.
        bad_capture_cp = 90;
        /// Maximum loss of a searched quiet move per squared ply of the reduced depth.
        bad_quiet_cp = 22;
        /// Maximum reduced depth of pruning quiet moves by their loss.
        bad_quiet_depth = 7;
        /// Near the leaves, quiet moves are pruned if their history score is below this times (reduced depth + 1).
        history_prune = -5000;
        /// Maximum reduced depth of pruning by history.
        history_depth = 4;
        /// Minimum depth for the singularity test of the TT move.
        singular_depth = 6;
        /// Margin by which the other moves must be worse, in half centipawns per ply.
        singular_margin = 3;
        /// Further margin for a double extension.
        double_margin_cp = 20;
        /// Check evasions are extended by a ply up to this depth.
        evasion_depth = 3;
        /// A re-search after a reduction is a ply deeper if the score exceeds the best one by this.
        deeper_cp = 45;
        /// A re-search after a reduction is a ply shallower if the score exceeds the best one by less than this.
        shallower_cp = 8;
        /// Base of late move reductions. This and the `reduce_*` parameters are in 1024ths of a ply.
        reduction_base = 614;
        /// Slope of late move reductions over ln(depth) * ln(move number).
        reduction_slope = 488;
        /// Reduction at nodes where a cutoff is expected.
        reduce_cut = 1700;
        /// Reduction where replies often refuted the moves of this node.
        reduce_refuted = 900;
        /// Less reduction of nodes that are or were on a principal variation.
        reduce_less_pv = 1300;
        /// Less reduction of moves that give check.
        reduce_less_check = 2048;
        /// Less reduction of check evasions.
        reduce_less_evasion = 512;
        /// Reduction of quiet moves if the TT move is a capture.
        reduce_tt_capture = 800;
        /// History score worth one ply less reduction.
        history_per_ply = 14_000, least 1;
        /// Delta pruning: a capture must come within this margin of alpha.
        delta_cp = 180;
        /// Evaluation terms other than the piece-square score rarely exceed this.
        lazy_cp = 320;
        /// Quiescence: above this depth check evasions are searched too; from here on down only captures and
        /// promotions.
        quiescence_evasion_depth = -6;
        /// Below this depth a node searches only its best captures, since exchanges in crowded positions are endless.
        narrow_depth = -3;
        /// Nodes of one quiescence search after which each node searches only its best move.
        quiescence_nodes = 100, least 1;
        /// Where captures are forced: plies by which the quiescence search of a capture is less deep for each doubling of its
        /// number in the order.
        forced_narrowing = 4;
        /// Number of plies of quiescence in which quiet checks are searched, where a number of checks wins.
        quiescence_checks = 6;
        /// Largest change of a history counter per node.
        max_bonus = 1800;
    }
}
