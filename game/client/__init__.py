"""The pygame window: it draws views of the state and sends commands."""
