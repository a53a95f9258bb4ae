/** Contact lists of campaigns. What waits to be asked about is found by an index of its own: it is the queue of checks. */
export const contactLists = `
CREATE TABLE contact_lists (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	name text NOT NULL,
	search text NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade
);
CREATE INDEX contact_lists_company ON contact_lists (company_id, search, id);
CREATE TABLE contact_list_items (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	contact_list_id integer NOT NULL,
	name text NOT NULL,
	number text NOT NULL,
	email text DEFAULT '' NOT NULL,
	number_state text DEFAULT 'waiting' NOT NULL,
	search text NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (contact_list_id) REFERENCES contact_lists(id) ON DELETE cascade
);
CREATE UNIQUE INDEX contact_list_items_number ON contact_list_items (contact_list_id, number);
CREATE INDEX contact_list_items_search ON contact_list_items (contact_list_id, search, id);
CREATE INDEX contact_list_items_state ON contact_list_items (contact_list_id, number_state, search, id);
CREATE INDEX contact_list_items_company ON contact_list_items (company_id);
CREATE INDEX contact_list_items_waiting ON contact_list_items (company_id, id) WHERE number_state = 'waiting';
`
