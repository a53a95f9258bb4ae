/**
 * Trigram index over folded message texts: a search by any part of a body stays fast at a million messages. It keeps no
 * copy of the text (contentless) and follows the messages table through triggers.
 */
export const messageIndex = `
CREATE VIRTUAL TABLE message_index USING fts5(search, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE TRIGGER messages_index_insert AFTER INSERT ON messages WHEN new.search <> '' BEGIN
  INSERT INTO message_index(rowid, search) VALUES (new.seq, new.search);
END;
CREATE TRIGGER messages_index_update AFTER UPDATE OF search ON messages WHEN new.search <> old.search BEGIN
  DELETE FROM message_index WHERE rowid = old.seq;
  INSERT INTO message_index(rowid, search) SELECT new.seq, new.search WHERE new.search <> '';
END;
CREATE TRIGGER messages_index_delete AFTER DELETE ON messages BEGIN
  DELETE FROM message_index WHERE rowid = old.seq;
END;
`
