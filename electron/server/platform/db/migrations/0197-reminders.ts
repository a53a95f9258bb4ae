/** What people want to be reminded of. */
export const reminders = `
CREATE TABLE reminders (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  message_id text,
  note text DEFAULT '' NOT NULL,
  due_at integer NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX reminders_user ON reminders (user_id, due_at);
CREATE INDEX reminders_ticket ON reminders (ticket_id);
CREATE INDEX reminders_company ON reminders (company_id);
`
