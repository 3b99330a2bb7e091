"""Tests of nerve: Leadership with the General and the battle standard, Fear and Terror, Panic, and being broken.

Of the rulebook: "Leadership, General and battle standard" and "Psychology".
"""
