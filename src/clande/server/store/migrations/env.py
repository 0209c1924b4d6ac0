"""Alembic's entry point: `upgrade` hands over the connection and its transaction."""

from __future__ import annotations

from alembic import context

from clande.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,  # so is SQLite's, with isolation_level None
)
with context.begin_transaction():
    context.run_migrations()
