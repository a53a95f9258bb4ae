/** Vectors as the database compares them; those of before are made anew. Which model makes them is asked of its provider. */
const sql = `
DROP TABLE article_pieces;
CREATE TABLE article_pieces (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  article_id integer NOT NULL REFERENCES articles(id) ON DELETE CASCADE,
  at integer NOT NULL,
  hash text NOT NULL,
  made_by text NOT NULL,
  made_of integer NOT NULL,
  vector f32_blob NOT NULL
);
CREATE INDEX article_pieces_article ON article_pieces (article_id, made_by, made_of);
CREATE INDEX article_pieces_company ON article_pieces (company_id, id);
ALTER TABLE copilot_settings ADD COLUMN embeddings_by text DEFAULT '' NOT NULL;
`
const postgres = `
DELETE FROM article_pieces;
ALTER TABLE article_pieces DROP COLUMN vector;
ALTER TABLE article_pieces ADD COLUMN vector real[] NOT NULL;
ALTER TABLE copilot_settings ADD COLUMN embeddings_by text COLLATE "C" DEFAULT '' NOT NULL;
`

export const vectors = { sql, postgres }
