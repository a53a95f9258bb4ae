/**
 * What follows from what happened is owed in one table, whoever does it. Until now the chatbot and who answers in a person's place had
 * one each.
 */
export const happenings = `
CREATE TABLE happenings (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  consumer text NOT NULL,
  payload text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  next_at integer NOT NULL
);
CREATE INDEX happenings_ticket ON happenings (ticket_id, consumer);
CREATE INDEX happenings_company ON happenings (company_id);
CREATE INDEX happenings_due ON happenings (next_at);
INSERT INTO happenings (company_id, ticket_id, consumer, payload, next_at)
  SELECT company_id, ticket_id, 'answers',
    CASE WHEN is_new = 1 THEN '{"bot":true,"isNew":true}' ELSE '{"bot":true}' END, 0 FROM bot_turns;
INSERT INTO happenings (company_id, ticket_id, consumer, payload, next_at)
  SELECT company_id, ticket_id, 'answers', '{"asked":true}', 0 FROM assist_asks;
DROP TABLE bot_turns;
DROP TABLE assist_asks;
`
