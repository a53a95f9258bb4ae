/**
 * Contacts are found by any part of name, number or address through a trigram index as messages are (0002-message-index);
 * PostgreSQL has had its own from the start (engine/postgres-schema.ts). Their list is read in its order (nothing is read
 * by the bare name), and who stands behind the tickets that changed last is known without reading those. The dashboard
 * counts the contacts of its period.
 */
const indexes = `
DROP INDEX tickets_updated;
CREATE INDEX tickets_updated ON tickets (company_id, updated_at, id, contact_id);
DROP INDEX contacts_company_name;
CREATE INDEX contacts_company_search ON contacts (company_id, search, id);
CREATE INDEX contacts_created ON contacts (company_id, created_at, is_group);
`
export const searchIndexes = {
  sql: `${indexes}
CREATE VIRTUAL TABLE contact_index USING fts5(search, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
INSERT INTO contact_index(rowid, search) SELECT id, search FROM contacts WHERE search <> '';
CREATE TRIGGER contacts_index_insert AFTER INSERT ON contacts WHEN new.search <> '' BEGIN
  INSERT INTO contact_index(rowid, search) VALUES (new.id, new.search);
END;
CREATE TRIGGER contacts_index_update AFTER UPDATE OF search ON contacts WHEN new.search <> old.search BEGIN
  DELETE FROM contact_index WHERE rowid = old.id;
  INSERT INTO contact_index(rowid, search) SELECT new.id, new.search WHERE new.search <> '';
END;
CREATE TRIGGER contacts_index_delete AFTER DELETE ON contacts BEGIN
  DELETE FROM contact_index WHERE rowid = old.id;
END;
`,
  postgres: indexes,
}
