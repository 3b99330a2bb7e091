"""Tests of nerve ("Leadership, General and battle standard", "Psychology"): Leadership, Fear, Terror, Panic."""
