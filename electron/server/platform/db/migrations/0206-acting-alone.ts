/** The copilot proposes priorities, too, says what left for it, and acts alone where an administrator set a bar. */
export const actingAlone = `
ALTER TABLE ticket_proposals ADD COLUMN priority text;
ALTER TABLE ticket_proposals ADD COLUMN from_priority text;
ALTER TABLE ticket_proposals ADD COLUMN done_alone integer DEFAULT 0 NOT NULL;
ALTER TABLE ticket_proposals ADD COLUMN sent text DEFAULT '' NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN alone text DEFAULT '{}' NOT NULL;
`
