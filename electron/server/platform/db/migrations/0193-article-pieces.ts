/** Vectors of articles, and the model that makes them. */
export const articlePieces = `
CREATE TABLE article_pieces (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  article_id integer NOT NULL REFERENCES articles(id) ON DELETE CASCADE,
  at integer NOT NULL,
  hash text NOT NULL,
  made_by text NOT NULL,
  made_of integer NOT NULL,
  vector blob NOT NULL
);
CREATE INDEX article_pieces_article ON article_pieces (article_id, made_by, made_of);
CREATE INDEX article_pieces_company ON article_pieces (company_id, id);
ALTER TABLE copilot_settings ADD COLUMN embedding_base_url text DEFAULT '' NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN embedding_model text DEFAULT '' NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN embedding_key_secret text DEFAULT '' NOT NULL;
`
