/** Who is mentioned in notes, and what has become of each mention. */
export const mentions = `
ALTER TABLE ticket_notes ADD COLUMN mentions text DEFAULT '[]' NOT NULL;
CREATE TABLE mentions (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  note_id integer NOT NULL REFERENCES ticket_notes(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  queue_name text,
  read_at integer,
  done_at integer,
  created_at integer NOT NULL
);
CREATE INDEX mentions_user ON mentions (user_id, id);
CREATE INDEX mentions_ticket ON mentions (ticket_id, user_id);
CREATE INDEX mentions_note ON mentions (note_id);
CREATE INDEX mentions_company ON mentions (company_id);
`
