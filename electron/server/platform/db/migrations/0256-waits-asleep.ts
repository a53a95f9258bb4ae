/**
 * Customers of tickets that sleep wait on: their clock was put away with that of closed tickets. Deadlines of such tickets are told again
 * when each company's are next computed anew.
 */
export const waitsAsleep = `
UPDATE tickets SET waiting_since = closed_waiting_since, closed_waiting_since = NULL
  WHERE snoozed_at IS NOT NULL AND waiting_since IS NULL AND status <> 'closed';
UPDATE service_level_rules SET done_to = 0;
`
