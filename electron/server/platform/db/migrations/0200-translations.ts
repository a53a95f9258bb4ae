/** Messages in other languages, and whether a conversation is translated; questions nobody ended are found at once. */
export const translations = `
ALTER TABLE messages ADD COLUMN translations text;
ALTER TABLE tickets ADD COLUMN translated_from text;
CREATE INDEX copilot_calls_asked ON copilot_calls (company_id, created_at) WHERE outcome = 'asked';
`
