/** Counts of companies that are gone: on PostgreSQL each of their tickets was counted out once more after them. */
import { countsOfGone as postgres } from '../engine/postgres-triggers'

const sql = `
DELETE FROM ticket_counts WHERE company_id NOT IN (SELECT id FROM companies);
`

export const countsOfGone = { sql, postgres: `${postgres}${sql}` }
