/** Leases of the processes that serve one database, and the part of the companies each of them works for. */
export const work = `
CREATE TABLE work_processes (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	until integer NOT NULL
);
CREATE TABLE work_shards (
	shard integer PRIMARY KEY NOT NULL,
	process_id integer
);
`
