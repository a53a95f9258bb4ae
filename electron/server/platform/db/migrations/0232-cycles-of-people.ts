/** Conversations of one person in the order of a report's lists: without it SQLite takes the index of days and looks through everybody's. */
export const cyclesOfPeople = `
DROP INDEX report_cycles_user;
CREATE INDEX report_cycles_user ON report_cycles (company_id, user_id, day, queued_at, id);
`
