/** How companies have their copilot set, and what it was asked. */
export const copilot = `
CREATE TABLE copilot_settings (
  company_id integer PRIMARY KEY NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  base_url text DEFAULT '' NOT NULL,
  model text DEFAULT '' NOT NULL,
  api_key_secret text DEFAULT '' NOT NULL,
  prompt_id integer REFERENCES prompts(id) ON DELETE SET NULL,
  features text NOT NULL,
  ceiling_unit text DEFAULT 'tokens' NOT NULL,
  ceiling integer,
  masks text NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE TABLE copilot_calls (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  ticket_id integer REFERENCES tickets(id) ON DELETE SET NULL,
  feature text NOT NULL,
  model text DEFAULT '' NOT NULL,
  prompt_tokens integer DEFAULT 0 NOT NULL,
  completion_tokens integer DEFAULT 0 NOT NULL,
  cost_micros integer,
  milliseconds integer DEFAULT 0 NOT NULL,
  outcome text DEFAULT 'asked' NOT NULL,
  changed integer DEFAULT 0 NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX copilot_calls_company ON copilot_calls (company_id, created_at);
CREATE INDEX copilot_calls_ticket ON copilot_calls (ticket_id);
`
