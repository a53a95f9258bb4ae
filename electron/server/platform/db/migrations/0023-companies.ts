/** How long a company may try the platform and whom it is billed to; plans of the platform's own; help videos. */
export const companies = `
ALTER TABLE plans ADD COLUMN use_internal integer DEFAULT 0 NOT NULL;
ALTER TABLE companies ADD COLUMN trial_expiration integer;
ALTER TABLE companies ADD COLUMN billing_name text;
ALTER TABLE companies ADD COLUMN address_zip_code text;
ALTER TABLE companies ADD COLUMN address_street text;
ALTER TABLE companies ADD COLUMN address_state text;
ALTER TABLE companies ADD COLUMN address_city text;
ALTER TABLE companies ADD COLUMN address_district text;
CREATE INDEX companies_plan ON companies (plan_id);
CREATE INDEX companies_due ON companies (due_date);
CREATE TABLE helps (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	title text NOT NULL,
	description text DEFAULT '' NOT NULL,
	video text DEFAULT '' NOT NULL,
	link text,
	created_at integer NOT NULL,
	updated_at integer NOT NULL
);
`
