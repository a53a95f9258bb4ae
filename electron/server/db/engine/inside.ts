/** Keeps writes from waiting for the transaction they stand in: both engines let one write at a time. */
import { AsyncLocalStorage } from 'node:async_hooks'

const READS = /^\s*(select|with)\b/i

/** Whether a statement only reads. */
export const isRead = (statement: string): boolean => READS.test(statement)

/** Marks the asynchronous context of an open transaction. */
const inside = new AsyncLocalStorage<true>()

/** Runs a transaction's work so that `refuseInside` knows of it. */
export const runInside = <T>(work: () => Promise<T>): Promise<T> => inside.run(true, work)

/** @throws Error inside the work of a transaction: the write does not use its `tx` and would wait for it for ever. */
export function refuseInside(statement: string): void {
  if (inside.getStore()) {
    throw new Error(`A write outside the open transaction would wait for itself: ${statement.slice(0, 80)}`)
  }
}
