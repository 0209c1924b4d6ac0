"""What players read: cards described, meanings of acts, refusals, rulings, points."""
