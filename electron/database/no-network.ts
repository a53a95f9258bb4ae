/**
 * Stands for `@libsql/client/web` in what is built (scripts/lib/node-build.mjs): drizzle imports it for those who give it
 * an address instead of an open client.
 */

/** @throws always: databases are files here, opened by `open.ts`. */
export function createClient(): never {
  throw new Error('This program opens database files only')
}
