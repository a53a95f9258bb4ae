/**
 * The messages API and outgoing webhooks. What a webhook receives is put into its log by triggers, in the transaction
 * that changed the message or ticket, whoever changed it: an event is neither lost by a kill nor sent for a change that was
 * rolled back. While a company goes, nothing is sent: its row is gone before theirs.
 */
const NOW = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`

/** One row for each webhook of the company that is on and wants the topic. */
const trigger = (topic: 'messages' | 'acks' | 'tickets', event: string, message: string, detail: string) => `
  INSERT INTO webhook_deliveries (company_id, webhook_id, event, message_seq, ticket_id, detail, next_at, created_at, updated_at)
  SELECT w.company_id, w.id, '${event}', ${message}, ${detail}, ${NOW}, ${NOW}, ${NOW}
  FROM webhooks w JOIN companies c ON c.id = w.company_id
  WHERE w.company_id = new.company_id AND w.active = 1 AND w.${topic} = 1;`

const wanted = (topic: string) =>
  `EXISTS (SELECT 1 FROM webhooks WHERE company_id = new.company_id AND active = 1 AND ${topic} = 1)`

const ticketDetail = `json_object('status', new.status, 'queueId', new.queue_id, 'userId', new.user_id, 'before',
    json_object('status', old.status, 'queueId', old.queue_id, 'userId', old.user_id))`

export const externalApi = `
CREATE TABLE webhooks (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	name text NOT NULL,
	url text NOT NULL,
	messages integer DEFAULT 0 NOT NULL,
	acks integer DEFAULT 0 NOT NULL,
	tickets integer DEFAULT 0 NOT NULL,
	active integer DEFAULT 1 NOT NULL,
	secret text NOT NULL,
	failing_since integer,
	gave_up integer DEFAULT 0 NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX webhooks_company ON webhooks (company_id, active);
CREATE TABLE webhook_deliveries (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	webhook_id integer NOT NULL,
	event text NOT NULL,
	message_seq integer,
	ticket_id integer,
	detail text DEFAULT '{}' NOT NULL,
	payload text,
	status text DEFAULT 'waiting' NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	next_at integer,
	answer_status integer,
	answer text DEFAULT '' NOT NULL,
	failure text DEFAULT '' NOT NULL,
	duration_ms integer,
	created_at integer NOT NULL,
	delivered_at integer,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE cascade,
	FOREIGN KEY (message_seq) REFERENCES messages(seq) ON DELETE cascade,
	FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE cascade
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_company ON webhook_deliveries (company_id, id);
CREATE INDEX webhook_deliveries_status ON webhook_deliveries (company_id, status, id);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, status, id);
CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_seq);
CREATE INDEX webhook_deliveries_ticket ON webhook_deliveries (ticket_id);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);
CREATE TABLE api_requests (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	whatsapp_id integer NOT NULL,
	key text NOT NULL,
	fingerprint text NOT NULL,
	answer text,
	created_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade
);
CREATE UNIQUE INDEX api_requests_key ON api_requests (whatsapp_id, key);
CREATE INDEX api_requests_company ON api_requests (company_id);
CREATE INDEX api_requests_created ON api_requests (created_at);
CREATE TRIGGER webhook_message_created AFTER INSERT ON messages WHEN ${wanted('messages')} BEGIN
  ${trigger('messages', 'message.created', 'new.seq, new.ticket_id', `'{}'`)}
END;
CREATE TRIGGER webhook_message_updated AFTER UPDATE OF body, is_deleted ON messages
WHEN (new.body <> old.body OR new.is_deleted <> old.is_deleted) AND ${wanted('messages')} BEGIN
  ${trigger('messages', 'message.updated', 'new.seq, new.ticket_id', `'{}'`)}
END;
CREATE TRIGGER webhook_message_ack AFTER UPDATE OF ack, failure ON messages
WHEN new.from_me = 1 AND (new.ack <> old.ack OR new.failure IS NOT old.failure) AND ${wanted('acks')} BEGIN
  ${trigger('acks', 'message.ack', 'new.seq, new.ticket_id', `json_object('ack', new.ack, 'failure', new.failure)`)}
END;
CREATE TRIGGER webhook_ticket_created AFTER INSERT ON tickets WHEN ${wanted('tickets')} BEGIN
  ${trigger('tickets', 'ticket.created', 'NULL, new.id', `json_object('status', new.status, 'queueId', new.queue_id, 'userId', new.user_id)`)}
END;
CREATE TRIGGER webhook_ticket_updated AFTER UPDATE OF status, queue_id, user_id ON tickets
WHEN (new.status <> old.status OR new.queue_id IS NOT old.queue_id OR new.user_id IS NOT old.user_id) AND ${wanted('tickets')} BEGIN
  ${trigger('tickets', 'ticket.updated', 'NULL, new.id', ticketDetail)}
END;
`
