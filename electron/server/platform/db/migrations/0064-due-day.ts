/** The day of the month a company's due date is meant for: months that are too short for it do not move it. */
export const dueDay = 'ALTER TABLE companies ADD COLUMN due_day integer;'
