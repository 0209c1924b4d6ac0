"""All words of a hand, which of them fulfil a mission, and the advice made of them."""
