/**
 * A search goes through the tickets somebody may see in the order of their last change: whose they are is in the index of
 * that order, so that those of others cost no row each.
 */
export const visibleOrder = `
DROP INDEX tickets_updated;
CREATE INDEX tickets_updated ON tickets (company_id, updated_at, id, queue_id, user_id, status, is_group);
`
