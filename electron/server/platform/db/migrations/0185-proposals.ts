/** What the copilot proposes for new conversations, and what became of it. */
export const proposals = `
CREATE TABLE ticket_proposals (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  kind text NOT NULL,
  tag_id integer REFERENCES tags(id) ON DELETE CASCADE,
  queue_id integer REFERENCES queues(id) ON DELETE CASCADE,
  from_queue_id integer,
  outcome text DEFAULT 'open' NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE INDEX ticket_proposals_ticket ON ticket_proposals (ticket_id);
CREATE INDEX ticket_proposals_company ON ticket_proposals (company_id, outcome);
CREATE INDEX ticket_proposals_tag ON ticket_proposals (tag_id);
CREATE INDEX ticket_proposals_queue ON ticket_proposals (queue_id);
`
