"""A unit's action ("Actions", "Movement", "Special movement"): its moves, model by model, and falls and pushes."""
