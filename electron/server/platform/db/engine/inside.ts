/** What is known about a transaction while its work runs, on either engine. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Entry, LastStatement, Outcome } from '../event-log'

const READS = /^\s*(select|with)\b/i

/** Whether a statement only reads. */
export const isRead = (statement: string): boolean => READS.test(statement)

/** The asynchronous context of a transaction. Work it leaves running lives on in it. */
const context = new AsyncLocalStorage<{ outcome: Outcome; open: boolean }>()

/** What the open transaction leaves behind; undefined outside of one. */
const inside = (): Outcome | undefined => {
  const transaction = context.getStore()
  return transaction?.open ? transaction.outcome : undefined
}

/** Runs a transaction's work. @param outcome collects what it leaves for consoles, to be written with it. */
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
 * Adds an entry for consoles to the open transaction.
 * @throws Error outside of one: a change and its event are stored together or not at all.
 */
export function publish(entry: Entry): void {
  const outcome = inside()
  if (!outcome)
    throw new Error(`What consoles are told is said within the write it is about: ${nameOf(entry)}`)
  outcome.entries.push(entry)
}

const nameOf = ({ act }: Entry): string => ('emit' in act ? act.emit : (Object.keys(act)[0] ?? ''))

/**
 * Adds a statement to the end of the open transaction that nothing else in it reads. On PostgreSQL it is sent with the
 * commit, so that it needs no round trip and locks its rows only briefly.
 * @throws Error outside of a transaction.
 */
export function writeLast(statement: LastStatement): void {
  const outcome = inside()
  if (!outcome)
    throw new Error(`No transaction is open to end with this: ${statement.toSQL().sql.slice(0, 80)}`)
  outcome.statements.push(statement)
}

/**
 * Starts something in this process once the open transaction is committed; never when it is rolled back.
 * @param begin does not throw.
 * @throws Error outside of a transaction.
 */
export function afterCommit(begin: () => void): void {
  const outcome = inside()
  if (!outcome) throw new Error('No transaction is open for this to follow')
  outcome.afterwards.push(begin)
}

/** Removes older console entries of a company with the open transaction, because it erases something. */
export function forgetEvents(companyId: number): void {
  inside()?.erased.add(companyId)
}

/** @throws Error inside the work of a transaction: the write does not use its `tx` and would wait for ever. */
export function refuseInside(statement: string): void {
  if (inside()) {
    throw new Error(`A write outside the open transaction would wait for itself: ${statement.slice(0, 80)}`)
  }
}
