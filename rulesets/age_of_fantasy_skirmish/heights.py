"""What the eyes are told of heights: how terrain rises, and cuts through the table with the lines of sight.

AFS-S08 to AFS-S10.
"""
