/**
 * Nothing obeyed the setting userCreation before, and the demo stored it as disabled: from now on it would keep everybody
 * from adding colleagues, which nobody chose.
 */
export const userCreation = `
UPDATE settings SET value = 'enabled' WHERE key = 'userCreation';
`
