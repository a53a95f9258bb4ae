/** Messages of WhatsApp Web that are shown while their file is still to come (schema-web.ts). */
export const webShown = 'ALTER TABLE web_inbox ADD COLUMN shown_at integer;'
