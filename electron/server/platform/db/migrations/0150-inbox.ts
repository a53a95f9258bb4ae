/** One inbox for all providers (channel/inbox.ts); what the two before it held stands in it, in its order. */
const CARRIED =
  'company_id, whatsapp_id, key, chat, payload, attempts, next_at, shown_at, done_at, created_at'
const carry = (provider: string): string => `
INSERT INTO inbox (provider, ${CARRIED}) SELECT '${provider}', ${CARRIED} FROM ${provider}_inbox ORDER BY id;
DROP TABLE ${provider}_inbox;`

export const inbox = `
CREATE TABLE inbox (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	whatsapp_id integer NOT NULL,
	provider text NOT NULL,
	key text NOT NULL,
	chat text NOT NULL,
	payload text NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	next_at integer NOT NULL,
	shown_at integer,
	done_at integer,
	created_at integer NOT NULL,
	FOREIGN KEY (whatsapp_id) REFERENCES whatsapps(id) ON DELETE cascade,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX inbox_key ON inbox (whatsapp_id, provider, key);
CREATE INDEX inbox_waiting ON inbox (whatsapp_id, chat, id) WHERE done_at IS NULL;
CREATE INDEX inbox_done ON inbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX inbox_company ON inbox (company_id);
${carry('cloud')}
${carry('web')}
`
