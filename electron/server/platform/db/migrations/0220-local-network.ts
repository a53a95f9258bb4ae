/** Colleagues of this network: the computer's own key, and invitations. */
export const localNetwork = `
CREATE TABLE local_network (
  id integer PRIMARY KEY NOT NULL,
  is_on integer NOT NULL,
  private_key text NOT NULL,
  port integer NOT NULL
);
CREATE TABLE invitations (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON DELETE CASCADE,
  name text NOT NULL,
  profile text NOT NULL,
  queue_ids text NOT NULL,
  secret text NOT NULL,
  expires_at integer NOT NULL
);
CREATE UNIQUE INDEX invitations_secret ON invitations (secret);
CREATE INDEX invitations_company ON invitations (company_id, id);
CREATE INDEX invitations_user ON invitations (user_id);
`
