"""Scripted opponents: they see what their side may see and answer decisions through the engine, as a person does."""
