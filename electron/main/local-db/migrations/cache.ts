/**
 * What the agent has seen: one account's at a time, named in `meta.cache_owner`.
 * Message rows are numbered by time (milliseconds * 1000 + a tie breaker), so that "newest first" needs no sorting,
 * neither in a thread nor in a search. The text indexes keep no copy of what they index.
 */
export const cacheTables = `
CREATE TABLE seen_contacts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  digits TEXT NOT NULL,
  email TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  json TEXT NOT NULL
);
CREATE INDEX seen_contacts_digits ON seen_contacts (digits);
CREATE INDEX seen_contacts_seen ON seen_contacts (seen_at);

CREATE TABLE seen_tickets (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  status TEXT NOT NULL,
  contact_id INTEGER,
  title TEXT NOT NULL,
  last_message TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  json TEXT NOT NULL
);
CREATE INDEX seen_tickets_uuid ON seen_tickets (uuid);
CREATE INDEX seen_tickets_status ON seen_tickets (status, updated_at);
CREATE INDEX seen_tickets_contact ON seen_tickets (contact_id);
CREATE INDEX seen_tickets_seen ON seen_tickets (seen_at);

CREATE TABLE seen_messages (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  ticket_id INTEGER NOT NULL,
  contact_id INTEGER,
  body TEXT NOT NULL,
  ack INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  json TEXT NOT NULL
);
CREATE INDEX seen_messages_ticket ON seen_messages (ticket_id, seq);

CREATE VIRTUAL TABLE message_words USING fts5(
  body, content='seen_messages', content_rowid='seq', tokenize='unicode61 remove_diacritics 2', prefix='2 3 4', detail='full'
);
CREATE TRIGGER seen_messages_added AFTER INSERT ON seen_messages BEGIN
  INSERT INTO message_words (rowid, body) VALUES (new.seq, new.body);
END;
CREATE TRIGGER seen_messages_removed AFTER DELETE ON seen_messages BEGIN
  INSERT INTO message_words (message_words, rowid, body) VALUES ('delete', old.seq, old.body);
END;
CREATE TRIGGER seen_messages_changed AFTER UPDATE OF body ON seen_messages WHEN new.body <> old.body BEGIN
  INSERT INTO message_words (message_words, rowid, body) VALUES ('delete', old.seq, old.body);
  INSERT INTO message_words (rowid, body) VALUES (new.seq, new.body);
END;

CREATE VIRTUAL TABLE contact_words USING fts5(
  name, email, content='seen_contacts', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
CREATE TRIGGER seen_contacts_added AFTER INSERT ON seen_contacts BEGIN
  INSERT INTO contact_words (rowid, name, email) VALUES (new.id, new.name, new.email);
END;
CREATE TRIGGER seen_contacts_removed AFTER DELETE ON seen_contacts BEGIN
  INSERT INTO contact_words (contact_words, rowid, name, email) VALUES ('delete', old.id, old.name, old.email);
END;
CREATE TRIGGER seen_contacts_changed AFTER UPDATE OF name, email ON seen_contacts
WHEN new.name <> old.name OR new.email <> old.email BEGIN
  INSERT INTO contact_words (contact_words, rowid, name, email) VALUES ('delete', old.id, old.name, old.email);
  INSERT INTO contact_words (rowid, name, email) VALUES (new.id, new.name, new.email);
END;

CREATE VIRTUAL TABLE ticket_words USING fts5(
  title, last_message, content='seen_tickets', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
);
CREATE TRIGGER seen_tickets_added AFTER INSERT ON seen_tickets BEGIN
  INSERT INTO ticket_words (rowid, title, last_message) VALUES (new.id, new.title, new.last_message);
END;
CREATE TRIGGER seen_tickets_removed AFTER DELETE ON seen_tickets BEGIN
  INSERT INTO ticket_words (ticket_words, rowid, title, last_message) VALUES ('delete', old.id, old.title, old.last_message);
END;
CREATE TRIGGER seen_tickets_changed AFTER UPDATE OF title, last_message ON seen_tickets
WHEN new.title <> old.title OR new.last_message <> old.last_message BEGIN
  INSERT INTO ticket_words (ticket_words, rowid, title, last_message) VALUES ('delete', old.id, old.title, old.last_message);
  INSERT INTO ticket_words (rowid, title, last_message) VALUES (new.id, new.title, new.last_message);
END;
`
