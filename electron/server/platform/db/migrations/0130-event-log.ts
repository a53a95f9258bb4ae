/** What consoles are told (db/event-log.ts); of a file it is kept in memory, by its only process. */
import { EVENT_TABLES } from '../engine/postgres-schema'

export const eventLog = { sql: 'SELECT 1;', postgres: EVENT_TABLES }
