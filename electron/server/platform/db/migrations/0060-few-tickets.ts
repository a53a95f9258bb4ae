/**
 * Unread tickets and groups are few among all a company ever had: each finds its own by an index of nothing else. The
 * dashboard asks for cycles by when they began, and for those that are not finished.
 */
export const fewTickets = `
CREATE INDEX tickets_unread ON tickets (company_id, updated_at, id, queue_id, user_id, status, unread_messages) WHERE unread_messages > 0;
CREATE INDEX tickets_groups ON tickets (company_id, status, updated_at, id, queue_id, user_id) WHERE is_group = 1;
CREATE INDEX ticket_trackings_queued ON ticket_trackings (company_id, queued_at, started_at, finished_at, user_id, ticket_id);
CREATE INDEX ticket_trackings_unfinished ON ticket_trackings (company_id, finished_at, queued_at, ticket_id) WHERE finished_at is null;
`
