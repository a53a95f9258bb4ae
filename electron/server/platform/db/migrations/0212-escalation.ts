/** What is done with a ticket whose deadline is close or has passed. */
export const escalation = `
ALTER TABLE service_levels ADD COLUMN close_steps text DEFAULT '[]' NOT NULL;
ALTER TABLE service_levels ADD COLUMN late_steps text DEFAULT '[]' NOT NULL;
ALTER TABLE deadlines ADD COLUMN wake_at integer;
CREATE INDEX deadlines_wake ON deadlines (wake_at) WHERE ended_at IS NULL AND wake_at IS NOT NULL;
`
