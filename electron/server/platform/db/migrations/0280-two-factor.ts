/** People sign in with a code of their phone beside the password. */
export const twoFactor = `
CREATE TABLE two_factor (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  secret text NOT NULL,
  confirmed_at integer,
  last_step integer DEFAULT 0 NOT NULL,
  recovery text NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX two_factor_company ON two_factor (company_id);
`
