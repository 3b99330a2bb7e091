"""The 21 steps of a move, the length of the battle, victory (NAP-SEQ, NAP-VIC)."""
