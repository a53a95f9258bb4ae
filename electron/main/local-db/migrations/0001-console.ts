/**
 * What must outlive a window: accounts met on this computer, files handed over for sending, the outbox, drafts.
 * `scope` is one account on one server; erasing it takes everything it owns with it.
 */
export const consoleTables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE scopes (
  -- Never given again: what was left of one account must not become another's.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
);

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  quote TEXT,
  attachment TEXT,
  attachment_id TEXT,
  forward TEXT,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  unsure INTEGER NOT NULL DEFAULT 0,
  first_attempt_at INTEGER,
  last_attempt_at INTEGER,
  failure_code TEXT,
  failure_text TEXT,
  hold_until INTEGER,
  sent_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (scope, id)
);
CREATE INDEX outbox_attachment ON outbox (attachment_id) WHERE attachment_id IS NOT NULL;

CREATE TABLE outbox_done (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  message_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, id)
) WITHOUT ROWID;
CREATE INDEX outbox_done_at ON outbox_done (at);

CREATE TABLE drafts (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  quote TEXT,
  caret INTEGER,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id)
) WITHOUT ROWID;

CREATE TABLE draft_attachments (
  scope INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  attachment_id TEXT NOT NULL,
  attachment TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id, position),
  FOREIGN KEY (scope, ticket_id) REFERENCES drafts (scope, ticket_id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX draft_attachments_file ON draft_attachments (attachment_id);
`
