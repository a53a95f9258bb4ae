/** What is known of a transaction while its work runs, on either engine. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Entry, LastStatement, Outcome } from '../event-log'

const READS = /^\s*(select|with)\b/i

/** Whether a statement only reads. */
export const isRead = (statement: string): boolean => READS.test(statement)

/** The asynchronous context of a transaction: what its work leaves running outlives it. */
const context = new AsyncLocalStorage<{ outcome: Outcome; open: boolean }>()

/** What the open transaction leaves, if one is open here. */
const inside = (): Outcome | undefined => {
  const transaction = context.getStore()
  return transaction?.open ? transaction.outcome : undefined
}

/** Runs a transaction's work. @param outcome takes what it leaves for consoles, to be written with it. */
export async function runInside<T>(outcome: Outcome, work: () => Promise<T>): Promise<T> {
  const transaction = { outcome, open: true }
  try {
    return await context.run(transaction, work)
  } finally {
    transaction.open = false
  }
}

/** What the open transaction has published so far. */
export const published = (): readonly Entry[] => [...(inside()?.entries ?? [])]

/**
 * Has the open transaction write an entry for consoles.
 * @throws Error where none is open: what is published of a change is stored with it or not at all.
 */
export function publish(entry: Entry): void {
  const outcome = inside()
  if (!outcome)
    throw new Error(`What consoles are told is said within the write it is about: ${nameOf(entry)}`)
  outcome.entries.push(entry)
}

const nameOf = ({ act }: Entry): string => ('emit' in act ? act.emit : (Object.keys(act)[0] ?? ''))

/**
 * Has the open transaction write something that nothing else in it reads, at its end: on PostgreSQL it leaves with the commit, so that it
 * costs no way there and back, and its rows are locked for no longer.
 * @throws Error where no transaction is open.
 */
export function writeLast(statement: LastStatement): void {
  const outcome = inside()
  if (!outcome)
    throw new Error(`No transaction is open to end with this: ${statement.toSQL().sql.slice(0, 80)}`)
  outcome.statements.push(statement)
}

/**
 * Has something begun in this process once the open transaction is committed; never where it is rolled back.
 * @param begin does not throw. @throws Error where no transaction is open.
 */
export function afterCommit(begin: () => void): void {
  const outcome = inside()
  if (!outcome) throw new Error('No transaction is open for this to follow')
  outcome.afterwards.push(begin)
}

/** Has the open transaction remove what was written for a company's consoles before it: something is erased in it. */
export function forgetEvents(companyId: number): void {
  inside()?.erased.add(companyId)
}

/** @throws Error inside the work of a transaction: the write does not use its `tx` and would wait for it for ever. */
export function refuseInside(statement: string): void {
  if (inside()) {
    throw new Error(`A write outside the open transaction would wait for itself: ${statement.slice(0, 80)}`)
  }
}
