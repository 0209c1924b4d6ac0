"""Ways to play beside the table: solo, training, the daily draw."""
