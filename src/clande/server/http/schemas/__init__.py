"""What requests and replies carry. `client/src/wire.ts` is generated from these."""
