/**
 * Which write an event comes from. Where several connections or processes write, one after the other, each write has a number
 * that is higher than those before it. Whoever changes something and says so does it within one piece of work (a call, a turn
 * of a job, a report of a channel), and what it says was read after the last write of that piece.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Piece {
  last?: number
  over?: true
}

const current = new AsyncLocalStorage<Piece | null>()

/**
 * Runs one piece of work.
 * @returns what it returns; what it leaves running belongs to it no more.
 */
export async function pieceOfWork<T>(work: () => Promise<T>): Promise<T> {
  const piece: Piece = {}
  try {
    return await current.run(piece, work)
  } finally {
    piece.over = true
  }
}

/** Runs what several pieces of work share: a clock that one of them starts, and that speaks for all. */
export const forSeveral = <T>(work: () => T): T => current.run(null, work)

/** A write of the present piece of work is stored. @param write its number. */
export function noteWrite(write: number): void {
  const piece = current.getStore()
  if (piece) piece.last = Math.max(piece.last ?? 0, write)
}

/** The number of the last write of the present piece of work; undefined where it wrote nothing, or writes have no numbers. */
export function lastWrite(): number | undefined {
  const piece = current.getStore()
  return piece?.over ? undefined : piece?.last
}
