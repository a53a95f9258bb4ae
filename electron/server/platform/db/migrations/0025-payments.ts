/** Invoices, charges, billing data and the settings of payment. */
export const payments = `
CREATE TABLE invoices (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	detail text NOT NULL,
	cents integer NOT NULL,
	due_date text NOT NULL,
	status text DEFAULT 'open' NOT NULL,
	users integer DEFAULT 0 NOT NULL,
	connections integer DEFAULT 0 NOT NULL,
	queues integer DEFAULT 0 NOT NULL,
	paid_at integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE UNIQUE INDEX invoices_company_due ON invoices (company_id, due_date);
CREATE INDEX invoices_status_due ON invoices (status, due_date);
CREATE TABLE charges (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	invoice_id integer NOT NULL,
	provider text NOT NULL,
	txid text NOT NULL,
	cents integer NOT NULL,
	code text DEFAULT '' NOT NULL,
	status text DEFAULT 'new' NOT NULL,
	expires_at integer,
	end_to_end_id text,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE cascade
);
CREATE UNIQUE INDEX charges_txid_unique ON charges (txid);
CREATE INDEX charges_status ON charges (status, provider);
CREATE INDEX charges_invoice ON charges (invoice_id);
CREATE TABLE billing_profiles (
	company_id integer PRIMARY KEY NOT NULL,
	name text NOT NULL,
	street text NOT NULL,
	city text NOT NULL,
	state text DEFAULT '' NOT NULL,
	zip_code text NOT NULL,
	country text NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE TABLE payment_settings (
	id integer PRIMARY KEY NOT NULL,
	provider text DEFAULT 'static' NOT NULL,
	pix_key text DEFAULT '' NOT NULL,
	merchant_name text DEFAULT '' NOT NULL,
	merchant_city text DEFAULT '' NOT NULL,
	base_url text DEFAULT '' NOT NULL,
	token_url text DEFAULT '' NOT NULL,
	client_id text DEFAULT '' NOT NULL,
	secrets text DEFAULT '' NOT NULL,
	webhook_key text NOT NULL,
	has_simulated integer DEFAULT 0 NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL
);
`
