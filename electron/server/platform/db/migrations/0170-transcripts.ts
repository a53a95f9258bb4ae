/** Where recordings are transcribed, and the words of messages that are heard or looked at. */
export const transcripts = `
ALTER TABLE copilot_settings ADD COLUMN transcription_base_url text DEFAULT '' NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN transcription_model text DEFAULT '' NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN transcription_key_secret text DEFAULT '' NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN transcribes_arrivals integer DEFAULT 0 NOT NULL;
ALTER TABLE copilot_calls ADD COLUMN seconds integer DEFAULT 0 NOT NULL;
CREATE TABLE transcripts (
  message_seq integer PRIMARY KEY NOT NULL REFERENCES messages(seq) ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  state text DEFAULT 'queued' NOT NULL,
  body text DEFAULT '' NOT NULL,
  language text,
  model text DEFAULT '' NOT NULL,
  sent_to text DEFAULT '' NOT NULL,
  pieces integer DEFAULT 0 NOT NULL,
  pieces_done integer DEFAULT 0 NOT NULL,
  failure text,
  attempts integer DEFAULT 0 NOT NULL,
  next_at integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE INDEX transcripts_queued ON transcripts (next_at) WHERE state = 'queued';
CREATE INDEX transcripts_company ON transcripts (company_id);
CREATE INDEX transcripts_user ON transcripts (user_id);
`
