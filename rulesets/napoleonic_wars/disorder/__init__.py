"""The book of disorganisation and reforming (NAP-DIS)."""
