/**
 * Ticket lists and their counts are answered from indexes alone: everything visibility and tabs ask for is in them, in
 * the order lists are read.
 */
export const listIndexes = `
DROP INDEX tickets_list;
CREATE INDEX tickets_list ON tickets (company_id, status, updated_at, id, queue_id, user_id, is_group, unread_messages);
DROP INDEX tickets_waiting;
CREATE INDEX tickets_waiting ON tickets (company_id, status, coalesce(waiting_since, 8640000000000000), id, queue_id, user_id, is_group);
`
