"""Alembic's way in: one connection, one transaction, both handed over by `migrating`."""

from __future__ import annotations

from alembic import context

from clande.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,  # SQLite's is, once Python leaves it alone
)
with context.begin_transaction():
    context.run_migrations()
