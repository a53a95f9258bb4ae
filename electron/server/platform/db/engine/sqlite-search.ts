/**
 * The search indexes of a workspace file, which follow their tables through triggers and keep no copy of the texts:
 * trigrams of messages and contacts, found by any part, and the words of articles. PostgreSQL has its own
 * (postgres-schema.ts).
 */

/** @param options of the index. @param unlessEmpty an empty text stands in no index. */
const indexOf = (
  table: string,
  index: string,
  key: string,
  options: string,
  unlessEmpty: boolean,
): string => `
CREATE VIRTUAL TABLE ${index} USING fts5(search, content='', contentless_delete=1, ${options});
CREATE TRIGGER ${table}_index_insert AFTER INSERT ON ${table}${unlessEmpty ? " WHEN new.search <> ''" : ''} BEGIN
  INSERT INTO ${index}(rowid, search) VALUES (new.${key}, new.search);
END;
CREATE TRIGGER ${table}_index_update AFTER UPDATE OF search ON ${table} WHEN new.search <> old.search BEGIN
  DELETE FROM ${index} WHERE rowid = old.${key};
  INSERT INTO ${index}(rowid, search) SELECT new.${key}, new.search${unlessEmpty ? " WHERE new.search <> ''" : ''};
END;
CREATE TRIGGER ${table}_index_delete AFTER DELETE ON ${table} BEGIN
  DELETE FROM ${index} WHERE rowid = old.${key};
END;`

const TRIGRAMS = "tokenize='trigram case_sensitive 1'"

export const searchIndexes = [
  indexOf('messages', 'message_index', 'seq', TRIGRAMS, true),
  indexOf('contacts', 'contact_index', 'id', TRIGRAMS, true),
  indexOf('articles', 'article_index', 'id', "prefix='2 3'", false),
].join('\n')
