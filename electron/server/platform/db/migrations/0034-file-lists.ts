/** File lists of campaigns and the files of each, in their order. */
export const fileLists = `
CREATE TABLE files (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	user_id integer,
	name text NOT NULL,
	search text NOT NULL,
	message text NOT NULL,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE set null
);
CREATE UNIQUE INDEX files_company_name ON files (company_id, search);
CREATE TABLE file_options (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer NOT NULL,
	file_id integer NOT NULL,
	position integer NOT NULL,
	name text NOT NULL,
	media_file text,
	media_name text,
	media_mime text,
	media_type text,
	media_size integer,
	media_width integer,
	media_height integer,
	media_duration integer,
	created_at integer NOT NULL,
	updated_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE cascade
);
CREATE INDEX file_options_file ON file_options (file_id, position);
CREATE INDEX file_options_company ON file_options (company_id);
`
