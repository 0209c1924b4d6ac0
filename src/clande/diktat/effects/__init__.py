"""The one interpreter of what cards do, and the choices that effects leave."""
