/**
 * The platform's own audit log: what a super-administrator does is no longer an entry of the company he happens to belong
 * to, and the company it was done to finds it in its own log. Entries there are already are sorted by it.
 */

const COLUMNS =
  'company_id, about_company_id, about_company_name, by_platform, user_id, user_name, action, subject, subject_id, subject_name, changes, program, address, search, created_at'

/** Settings of the platform, as there are on this day. */
const PLATFORM_SETTINGS =
  "'allowregister', 'viewregister', 'userCreation', 'trial', 'downloadLimit', 'localProviders'"

/** What an entry says was done by whoever keeps the platform; a company's admins set nothing of it but their own hours. */
const OF_PLATFORM = `(
  e.subject IN ('plans', 'helps', 'announcements', 'invoices', 'mail', 'payments')
  OR (e.subject = 'companies' AND NOT (e.subject_id = '' || e.company_id AND e.changes LIKE '[{"field":"schedules"%'))
  OR (e.subject = 'settings' AND (e.subject_name IN (${PLATFORM_SETTINGS}) OR e.changes LIKE '%"settings.uploadLogo"%'
    OR e.changes LIKE '%"settings.removeLogo"%'))
)`

/** The company an entry of the platform was done to, where there still is one. */
const CONCERNED = `companies c ON (e.subject = 'companies' AND e.subject_id = '' || c.id)
  OR (e.subject = 'invoices' AND c.id = (SELECT i.company_id FROM invoices i WHERE e.subject_id = '' || i.id))`

/** Every entry where it belongs: what a company did, what the platform did, and that again for whom it concerns. */
const SORTED = `
SELECT e.company_id, NULL AS about_company_id, '' AS about_company_name, 0 AS by_platform, e.user_id, e.user_name, e.action,
  e.subject, e.subject_id, e.subject_name, e.changes, e.program, e.address, e.search, e.created_at, e.id AS was
FROM audit_entries e WHERE NOT ${OF_PLATFORM}
UNION ALL
SELECT NULL, c.id, coalesce(c.name, CASE WHEN e.subject = 'companies' THEN e.subject_name ELSE '' END), 0, e.user_id,
  e.user_name, e.action, e.subject, e.subject_id, e.subject_name, e.changes, e.program, e.address, e.search, e.created_at, e.id
FROM audit_entries e LEFT JOIN ${CONCERNED} WHERE ${OF_PLATFORM}
UNION ALL
SELECT c.id, NULL, '', 1, NULL, e.user_name, e.action, e.subject, e.subject_id, e.subject_name, e.changes, '', '', e.search,
  e.created_at, e.id
FROM audit_entries e JOIN ${CONCERNED} WHERE ${OF_PLATFORM}`

export const platformAudit = {
  sql: `
CREATE TABLE audit_sorted (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	company_id integer,
	about_company_id integer,
	about_company_name text DEFAULT '' NOT NULL,
	by_platform integer DEFAULT 0 NOT NULL,
	user_id integer,
	user_name text DEFAULT '' NOT NULL,
	action text NOT NULL,
	subject text NOT NULL,
	subject_id text DEFAULT '' NOT NULL,
	subject_name text DEFAULT '' NOT NULL,
	changes text DEFAULT '[]' NOT NULL,
	program text DEFAULT '' NOT NULL,
	address text DEFAULT '' NOT NULL,
	search text DEFAULT '' NOT NULL,
	created_at integer NOT NULL,
	FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE cascade,
	FOREIGN KEY (about_company_id) REFERENCES companies(id) ON DELETE set null,
	FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE set null
);
INSERT INTO audit_sorted (${COLUMNS}) SELECT ${COLUMNS} FROM (${SORTED}) ORDER BY created_at, was, by_platform;
DROP TABLE audit_entries;
ALTER TABLE audit_sorted RENAME TO audit_entries;
CREATE INDEX audit_entries_company ON audit_entries (company_id, id);
CREATE INDEX audit_entries_about ON audit_entries (about_company_id, id);
CREATE INDEX audit_entries_created ON audit_entries (created_at);
`,
  postgres: `
CREATE TEMPORARY TABLE audit_sorted ON COMMIT DROP AS SELECT * FROM (${SORTED}) sorted;
DELETE FROM audit_entries;
ALTER TABLE audit_entries ALTER COLUMN company_id DROP NOT NULL;
ALTER TABLE audit_entries ADD COLUMN about_company_id bigint REFERENCES companies(id) ON DELETE set null;
ALTER TABLE audit_entries ADD COLUMN about_company_name text collate "C" DEFAULT '' NOT NULL;
ALTER TABLE audit_entries ADD COLUMN by_platform bigint DEFAULT 0 NOT NULL;
DROP INDEX audit_entries_company;
CREATE INDEX audit_entries_company ON audit_entries (company_id nulls first, id);
CREATE INDEX audit_entries_about ON audit_entries (about_company_id nulls first, id);
INSERT INTO audit_entries (${COLUMNS}) SELECT ${COLUMNS} FROM audit_sorted ORDER BY created_at, was, by_platform;
`,
}
