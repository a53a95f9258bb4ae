/** Who answers a conversation that its provider routes to one of several: this workspace, or somebody else. */
export const threadHolders = `
ALTER TABLE tickets ADD COLUMN held_by integer;
ALTER TABLE tickets ADD COLUMN held_at integer;
`
