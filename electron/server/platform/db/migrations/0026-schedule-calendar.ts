/** Scheduled messages by day and by state; a failed one that is changed leaves under an id of its own. */
export const scheduleCalendar = `
ALTER TABLE schedules ADD COLUMN attempt integer NOT NULL DEFAULT 0;
CREATE INDEX schedules_company_send ON schedules (company_id, send_at);
CREATE INDEX schedules_company_status ON schedules (company_id, status, created_at);
`
