/** What a database has taken: the baseline, made from the description of the tables (../schema), and the steps after it. */
import { createHash } from 'node:crypto'
import { webhooksFollow } from './0308-webhooks-follow'
import { erasedPeople } from './0310-erased-people'
import { noPriceModel } from './0311-no-price-model'
import { joinedTexts } from './0313-joined-texts'
import { formerAddresses } from './0314-former-addresses'
import { outboxOfUnsettled } from './0315-outbox-of-unsettled'

export interface Migration {
  id: string
  sql: string
  /** The words for PostgreSQL, where they are not the same but for the names of types (engine/postgres-migrate.ts). */
  postgres?: string
}

/** Stands for everything a new database is given. */
export const BASELINE = '1000-baseline'

/**
 * Steps after the baseline, in order: each runs once, in a transaction of its own, and is remembered by its id. A new
 * database is made from the description of the tables and counts as having taken all. A step that changes rows changes
 * those of the first build as well (first-build.ts).
 */
export const migrations: readonly Migration[] = [
  { id: '0310-erased-people', sql: erasedPeople },
  { id: '0311-no-price-model', sql: noPriceModel },
  { id: '0313-joined-texts', sql: joinedTexts },
  { id: '0308-webhooks-follow', ...webhooksFollow },
  { id: '0314-former-addresses', sql: formerAddresses },
  { id: '0315-outbox-of-unsettled', sql: outboxOfUnsettled },
]

/** Ids of all that a database of the present shape has taken. */
export const allIds = (steps: readonly Migration[] = migrations): string[] => [
  BASELINE,
  ...steps.map(({ id }) => id),
]

/** A database of a build between those whose databases are opened. */
export class OlderBuild extends Error {
  constructor() {
    super(
      'The workspace was written by a test build that this version cannot open; nothing in it was changed',
    )
  }
}

/**
 * `new`: it has no tables; `first`: as the first build left it (first-build.ts); `last`: with all steps there were
 * before the baseline, whose tables are the same.
 */
export type Shape = 'new' | 'first' | 'last' | 'baseline'

/** The builds from before the baseline whose databases are opened, by the digest of their steps. */
const BUILDS: Readonly<Record<string, Shape>> = { f448c01e66f54053: 'first', aa6d437e709da173: 'last' }

/**
 * The shape of a database.
 * @param taken ids of the steps it remembers.
 * @throws OlderBuild for a shape nothing leads from.
 */
export function shapeOf(taken: ReadonlySet<string>, steps: readonly Migration[] = migrations): Shape {
  if (taken.size === 0) return 'new'
  if (taken.has(BASELINE)) return 'baseline'
  const before = [...taken].filter(id => !steps.some(step => step.id === id)).sort()
  const digest = createHash('sha256').update(before.join('\n')).digest('hex').slice(0, 16)
  const shape = BUILDS[digest]
  if (!shape) throw new OlderBuild()
  return shape
}
