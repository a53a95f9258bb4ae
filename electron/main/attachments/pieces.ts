/**
 * Files that arrive in pieces. A window reads a large file a piece at a time, so that neither it nor main ever holds
 * more than one of them; here the pieces become one stream to the disk again.
 */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Attachment } from '../../../src/contract'
import { MainError } from '../errors'
import type { Attachments } from './attachments'

/** A window that sends nothing for this long in the middle of a file has gone away, in milliseconds. */
const IDLE_MS = 60_000

interface Arriving {
  stream: PassThrough
  size: number
  arrived: number
  stored: Promise<Attachment>
  idle: NodeJS.Timeout
}

export interface Pieces {
  /**
   * Begins a file with its first piece.
   * @param size bytes of the whole file; above the limit it is refused before anything is written.
   * @returns the id its other pieces name, or the file when there are none.
   */
  begin(file: { name: string; mime: string; size: number }, piece: AsyncIterable<Uint8Array>): Promise<Taken>
  /**
   * Takes the next piece.
   * @param from where it begins, in bytes; anything but what has arrived so far ends the file.
   * @throws MainError BRIDGE_FAILED for a file that nobody began, that was given up, or whose pieces do not fit.
   */
  next(id: string, from: number, piece: AsyncIterable<Uint8Array>): Promise<Taken>
  /** Gives a file up; false when there is none of that id. */
  drop(id: string): boolean
}

export type Taken = { id: string; file: null } | { id: string; file: Attachment }

export function createPieces(deps: {
  attachments: Pick<Attachments, 'receive'>
  newId: () => string
  idleMs?: number
}): Pieces {
  const arriving = new Map<string, Arriving>()

  const drop = (id: string): boolean => {
    const file = arriving.get(id)
    if (!file) return false
    arriving.delete(id)
    clearTimeout(file.idle)
    // Ends the reading of `receive`, which takes what it has written away again.
    file.stream.destroy(new MainError('BRIDGE_FAILED', 'given up'))
    return true
  }

  const add = async (id: string, file: Arriving, piece: AsyncIterable<Uint8Array>): Promise<Taken> => {
    try {
      for await (const chunk of piece) {
        file.arrived += chunk.byteLength
        if (file.arrived > file.size) throw new MainError('BRIDGE_FAILED', 'more than was announced')
        // The disk may refuse while a piece waits for it.
        if (!file.stream.write(chunk)) await Promise.race([once(file.stream, 'drain'), file.stored])
      }
      file.idle.refresh()
      if (file.arrived < file.size) return { id, file: null }
      file.stream.end()
      const stored = await file.stored
      arriving.delete(id)
      clearTimeout(file.idle)
      return { id, file: stored }
    } catch (error) {
      drop(id)
      throw error
    }
  }

  return {
    async begin({ name, mime, size }, piece) {
      const id = deps.newId()
      const stream = new PassThrough()
      const stored = deps.attachments.receive({ name, mime, bytes: stream, declared: size })
      // Whoever waits for it gets the failure; between two pieces nobody waits.
      stored.catch(() => stream.destroy())
      stream.on('error', () => undefined)
      const idle = setTimeout(() => drop(id), deps.idleMs ?? IDLE_MS)
      idle.unref()
      const file: Arriving = { stream, size, arrived: 0, stored, idle }
      arriving.set(id, file)
      return await add(id, file, piece)
    },
    async next(id, from, piece) {
      const file = arriving.get(id)
      if (!file || from !== file.arrived) {
        drop(id)
        throw new MainError('BRIDGE_FAILED', 'not the next piece of a file that is arriving')
      }
      return await add(id, file, piece)
    },
    drop,
  }
}
