/** What an agent holds is looked up by the agent, whatever else a list asks for: a few rows instead of a company's. */
export const ownTickets = `
DROP INDEX tickets_user;
CREATE INDEX tickets_user ON tickets (company_id, user_id, status, updated_at, id, queue_id, is_group, unread_messages);
`
