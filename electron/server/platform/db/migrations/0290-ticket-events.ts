/** What happened to each ticket; of those from before, what their service cycles tell. */
export const ticketEvents = `
CREATE TABLE ticket_events (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	ticket_id integer NOT NULL,
	at integer NOT NULL,
	kind text NOT NULL,
	actor text NOT NULL,
	user_id integer,
	user_name text DEFAULT '' NOT NULL,
	changes text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE set null
);
CREATE INDEX ticket_events_ticket ON ticket_events (ticket_id, at, id);
CREATE INDEX ticket_events_company ON ticket_events (company_id);
CREATE INDEX ticket_events_user ON ticket_events (user_id);
CREATE INDEX deadlines_ticket ON deadlines (ticket_id, due_at);
INSERT INTO ticket_events (company_id, ticket_id, at, kind, actor)
SELECT c.company_id, c.ticket_id, c.queued_at,
	CASE WHEN c.id = (SELECT min(f.id) FROM ticket_trackings f WHERE f.ticket_id = c.ticket_id) THEN 'opened' ELSE 'reopened' END,
	'unknown'
FROM ticket_trackings c;
INSERT INTO ticket_events (company_id, ticket_id, at, kind, actor)
SELECT c.company_id, c.ticket_id, c.started_at, 'accepted', 'unknown' FROM ticket_trackings c WHERE c.started_at IS NOT NULL;
INSERT INTO ticket_events (company_id, ticket_id, at, kind, actor)
SELECT c.company_id, c.ticket_id, c.finished_at, 'closed', 'unknown' FROM ticket_trackings c WHERE c.finished_at IS NOT NULL;
`
