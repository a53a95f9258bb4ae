/**
 * The outbox of the server. Own messages that nobody had confirmed may have left: they are asked about at the next start
 * instead of being called failed.
 */
export const outgoing = `
CREATE TABLE outgoing (
  message_seq INTEGER PRIMARY KEY NOT NULL REFERENCES messages(seq) ON DELETE CASCADE,
  company_id INTEGER NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX outgoing_unsettled ON outgoing (message_seq) WHERE state <> 'settled';
CREATE INDEX outgoing_settled ON outgoing (updated_at) WHERE state = 'settled';
INSERT INTO outgoing
  SELECT seq, company_id, 'handed', created_at, created_at FROM messages
  WHERE from_me = 1 AND ack = 0 AND failure IS NULL;
DROP INDEX messages_unsent;
`
