"""What players read: refusals, rulings, the score sheet, the review, the terminal."""
