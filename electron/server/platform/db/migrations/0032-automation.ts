/**
 * AI prompts and integrations that connections and queues name. Ids that were stored before named nothing; a connection
 * whose provider nobody chose has the one of the specification.
 */
export const automation = `
CREATE TABLE prompts (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	name text NOT NULL,
	prompt text DEFAULT '' NOT NULL,
	voice text DEFAULT 'texto' NOT NULL,
	max_tokens integer DEFAULT 100 NOT NULL,
	temperature real DEFAULT 1 NOT NULL,
	max_messages integer DEFAULT 10 NOT NULL,
	queue_id integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE set null
);
CREATE INDEX prompts_company ON prompts (company_id, name);
CREATE TABLE queue_integrations (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	type text NOT NULL,
	name text NOT NULL,
	project_name text DEFAULT '' NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX queue_integrations_company ON queue_integrations (company_id, name);
UPDATE queues SET prompt_id = NULL, integration_id = NULL;
UPDATE whatsapps SET prompt_id = NULL, integration_id = NULL;
UPDATE whatsapps SET provider = 'beta' WHERE provider = 'simulator';
`
