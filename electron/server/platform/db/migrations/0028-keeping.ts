/** How far the file has come: compared at the start with the mark beside it (keeping/mark.ts). One row. */
export const keeping = `
CREATE TABLE keeping (
	id integer PRIMARY KEY NOT NULL,
	beat integer NOT NULL,
	at integer NOT NULL
);
`
