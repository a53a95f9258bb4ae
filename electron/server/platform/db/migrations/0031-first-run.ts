/** What a workspace is for: a demo or a company, fixed for good; and the first steps of a new company. */
export const firstRun = `
CREATE TABLE workspace (
	id integer PRIMARY KEY NOT NULL CHECK (id = 1),
	kind text NOT NULL,
	created_at integer NOT NULL
);
INSERT INTO workspace (id, kind, created_at)
	SELECT 1,
		CASE WHEN EXISTS (SELECT 1 FROM users WHERE email = 'super@demo.turno') THEN 'demo' ELSE 'company' END,
		(SELECT min(created_at) FROM companies)
	WHERE EXISTS (SELECT 1 FROM companies);
ALTER TABLE companies ADD COLUMN first_steps text;
`
