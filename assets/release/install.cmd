@echo off
rem Installs Griffon for this user and enters it in the engine lists of WinBoard.
"%~dp0griffon.exe" install
pause
