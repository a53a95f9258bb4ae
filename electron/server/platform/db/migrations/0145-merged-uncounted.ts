/** Conversations that became part of another stand in no list, so no tab counts them. */
import { mergedUncounted as postgres } from '../engine/postgres-triggers'
import { isOf } from './0063-ticket-counts'

const again = `
DELETE FROM ticket_counts;
INSERT INTO ticket_counts (company_id, status, queue_id, user_id, is_group, tickets)
  SELECT company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*) FROM tickets
  WHERE merged_into IS NULL GROUP BY 1, 2, 3, 4, 5;
`
const more = `INSERT INTO ticket_counts (company_id, status, queue_id, user_id, is_group, tickets)
    SELECT new.company_id, new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, 0), new.is_group, 0
    WHERE new.merged_into IS NULL AND NOT EXISTS (SELECT 1 FROM ticket_counts WHERE ${isOf('new')});
  UPDATE ticket_counts SET tickets = tickets + 1 WHERE new.merged_into IS NULL AND ${isOf('new')};`
const fewer = `UPDATE ticket_counts SET tickets = tickets - 1 WHERE old.merged_into IS NULL AND ${isOf('old')};`

export const mergedUncounted = {
  sql: `
DROP TRIGGER ticket_counts_insert;
DROP TRIGGER ticket_counts_update;
DROP TRIGGER ticket_counts_delete;
CREATE TRIGGER ticket_counts_insert AFTER INSERT ON tickets BEGIN
  ${more}
END;
CREATE TRIGGER ticket_counts_update AFTER UPDATE OF company_id, status, queue_id, user_id, is_group, merged_into ON tickets
WHEN new.company_id <> old.company_id OR new.status <> old.status OR new.queue_id IS NOT old.queue_id
  OR new.user_id IS NOT old.user_id OR new.is_group <> old.is_group OR new.merged_into IS NOT old.merged_into BEGIN
  ${fewer}
  ${more}
END;
CREATE TRIGGER ticket_counts_delete AFTER DELETE ON tickets BEGIN
  ${fewer}
END;
${again}`,
  postgres: `${postgres}${again}`,
}
