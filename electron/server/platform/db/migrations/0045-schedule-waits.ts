/** A message whose time has come and that waits for its number. */
export const scheduleWaits = `
ALTER TABLE schedules ADD COLUMN waits_for_number integer DEFAULT false NOT NULL;
`
