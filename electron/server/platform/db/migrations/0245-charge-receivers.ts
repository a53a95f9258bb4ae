/** Whom a charge was made for: one for a key that is no longer that of the settings is not shown again. */
export const chargeReceivers = `
ALTER TABLE charges ADD COLUMN receiver text DEFAULT '' NOT NULL;
`
