/** Counts of tickets by what tabs and lists ask for, kept by triggers (schema-ticket-counts.ts). */
import { ticketCountTriggers } from '../engine/postgres-triggers'

const table = (integer: string, text: string): string => `
CREATE TABLE ticket_counts (
	company_id ${integer} NOT NULL,
	status ${text} NOT NULL,
	queue_id ${integer} NOT NULL,
	user_id ${integer} NOT NULL,
	is_group ${integer} NOT NULL,
	tickets ${integer} NOT NULL,
	PRIMARY KEY (company_id, status, queue_id, user_id, is_group)
);
INSERT INTO ticket_counts (company_id, status, queue_id, user_id, is_group, tickets)
  SELECT company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*) FROM tickets GROUP BY 1, 2, 3, 4, 5;
`

/** The row of counts a ticket belongs to. */
export const isOf = (row: string): string =>
  `company_id = ${row}.company_id AND status = ${row}.status AND queue_id = coalesce(${row}.queue_id, 0)
    AND user_id = coalesce(${row}.user_id, 0) AND is_group = ${row}.is_group`

// Not "ON CONFLICT": what a statement says about conflicts holds in its triggers too, and one that replaces a ticket
// would replace the count.
const more = `INSERT INTO ticket_counts (company_id, status, queue_id, user_id, is_group, tickets)
    SELECT new.company_id, new.status, coalesce(new.queue_id, 0), coalesce(new.user_id, 0), new.is_group, 0
    WHERE NOT EXISTS (SELECT 1 FROM ticket_counts WHERE ${isOf('new')});
  UPDATE ticket_counts SET tickets = tickets + 1 WHERE ${isOf('new')};`
const fewer = `UPDATE ticket_counts SET tickets = tickets - 1 WHERE ${isOf('old')};`

export const ticketCounts = {
  sql: `${table('integer', 'text')}
CREATE TRIGGER ticket_counts_insert AFTER INSERT ON tickets BEGIN
  ${more}
END;
CREATE TRIGGER ticket_counts_update AFTER UPDATE OF company_id, status, queue_id, user_id, is_group ON tickets
WHEN new.company_id <> old.company_id OR new.status <> old.status OR new.queue_id IS NOT old.queue_id
  OR new.user_id IS NOT old.user_id OR new.is_group <> old.is_group BEGIN
  ${fewer}
  ${more}
END;
CREATE TRIGGER ticket_counts_delete AFTER DELETE ON tickets BEGIN
  ${fewer}
END;
CREATE TRIGGER ticket_counts_company AFTER DELETE ON companies BEGIN
  DELETE FROM ticket_counts WHERE company_id = old.id;
END;
`,
  postgres: `${table('bigint', 'text collate "C"')}${ticketCountTriggers}`,
}
