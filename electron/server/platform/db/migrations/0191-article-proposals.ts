/** Articles proposed from conversations that have ended. */
export const articleProposals = `
CREATE TABLE article_proposals (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  state text NOT NULL,
  title text DEFAULT '' NOT NULL,
  text text DEFAULT '' NOT NULL,
  queue_ids text NOT NULL,
  sent text DEFAULT '' NOT NULL,
  model text DEFAULT '' NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE UNIQUE INDEX article_proposals_ticket ON article_proposals (ticket_id);
CREATE INDEX article_proposals_company ON article_proposals (company_id, state, id);
`
