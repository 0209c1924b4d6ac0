"""Clandé: a gaming house for Diktat and Dictopia."""

__version__ = "0.1.0"
