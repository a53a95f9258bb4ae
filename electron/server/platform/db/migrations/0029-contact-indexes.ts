/** What hangs on a contact or a ticket is found by index: deleting one otherwise reads whole tables for each row. */
export const contactIndexes = `
CREATE INDEX messages_contact ON messages (contact_id, seq);
CREATE INDEX reactions_contact ON reactions (contact_id);
CREATE INDEX ratings_ticket ON ratings (ticket_id);
CREATE INDEX schedules_ticket ON schedules (ticket_id);
`
