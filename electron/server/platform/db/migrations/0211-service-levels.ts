/** Service levels, and what tickets are due by. Who was answered already is known from the messages of tickets that go on. */
export const serviceLevels = `
CREATE TABLE service_levels (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  name text NOT NULL,
  active integer DEFAULT 1 NOT NULL,
  position integer NOT NULL,
  queue_ids text NOT NULL,
  tag_ids text NOT NULL,
  whatsapp_ids text NOT NULL,
  first_minutes integer,
  next_minutes integer,
  resolution_minutes integer,
  clock text NOT NULL,
  warn_minutes integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE INDEX service_levels_company ON service_levels (company_id, position, id);
CREATE TABLE deadlines (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  level_id integer REFERENCES service_levels(id) ON DELETE SET NULL,
  level_name text NOT NULL,
  kind text NOT NULL,
  minutes integer NOT NULL,
  clock text NOT NULL,
  started_at integer NOT NULL,
  warn_at integer NOT NULL,
  due_at integer NOT NULL,
  ended_at integer,
  queue_id integer REFERENCES queues(id) ON DELETE SET NULL,
  user_id integer REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX deadlines_clock ON deadlines (ticket_id, kind, started_at);
CREATE INDEX deadlines_running ON deadlines (ticket_id) WHERE ended_at IS NULL;
CREATE INDEX deadlines_due ON deadlines (company_id, due_at);
CREATE INDEX deadlines_level ON deadlines (level_id);
CREATE INDEX deadlines_queue ON deadlines (queue_id);
CREATE INDEX deadlines_user ON deadlines (user_id);
CREATE TABLE service_level_rules (
  company_id integer PRIMARY KEY NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  rules text NOT NULL,
  done_to integer
);
ALTER TABLE tickets ADD COLUMN last_answered_at integer;
ALTER TABLE tickets ADD COLUMN deadline text;
ALTER TABLE tickets ADD COLUMN warn_at integer;
ALTER TABLE tickets ADD COLUMN due_at integer;
CREATE INDEX tickets_due ON tickets (company_id, status, coalesce(due_at, 8640000000000000), id, queue_id, user_id, is_group);
UPDATE tickets SET last_answered_at = coalesce(answered_at, (SELECT max(created_at) FROM messages
  WHERE messages.ticket_id = tickets.id AND messages.from_me = 1 AND messages.user_id IS NOT NULL))
WHERE status <> 'closed';
`
