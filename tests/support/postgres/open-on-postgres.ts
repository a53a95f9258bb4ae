/**
 * Takes the place of electron/server/platform/db/open.ts in `npm run test:postgres` (vitest.config.ts): whatever a test starts on a
 * data folder has its database on the tests' PostgreSQL.
 */
import type { Db } from '../../../electron/server/platform/db/client'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import { databaseOf } from './databases'

export const isInFile = (): boolean => false

export async function openWorkspaceDb(
  folder: string,
  url: string | null,
  _log?: unknown,
  directUrl: string | null = null,
): Promise<Db> {
  if (url !== null) return await openPostgres(url, undefined, directUrl)
  return await openPostgres(await databaseOf(process.env.TURNO_TEST_POSTGRES ?? '', folder))
}
