/** Where a workspace's database is: a file in its data folder, or a PostgreSQL server. */
import { type Log, reasonOf } from '../../log'
import { type Db, openDb } from './client'

/** Whether the database is a file that this process alone keeps, copies and repairs. */
export const isInFile = (url: string | null): boolean => url === null

/**
 * Opens the database and brings it to the present shape.
 * @param folder the data folder.
 * @param url `postgres://...`; null: the file of the data folder.
 * @param directUrl the database's own address where `url` is a pooler's (openPostgres).
 */
export async function openWorkspaceDb(
  folder: string,
  url: string | null,
  log: Log,
  directUrl: string | null = null,
): Promise<Db> {
  if (url === null) return await openDb(folder)
  // Loaded only when used: a console never does.
  const { openPostgres } = await import('./engine/postgres')
  return await openPostgres(
    url,
    error => log.warn('a connection to the database broke', { reason: reasonOf(error) }),
    directUrl,
  )
}
