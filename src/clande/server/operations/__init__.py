"""What an operator needs: logs, metrics, health, limits, addresses, maintenance."""
