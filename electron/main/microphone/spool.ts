/**
 * What is being said, on the disk while it is said: a recording outlives even main being killed. Two files per take in
 * `<dataDir>/recordings`: whose it is (`.json`) and what is encoded so far (`.mp3`). They are gone as soon as the
 * recording is somebody's, and when the account signs out.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { privateFolder } from '../../database/private-folder'
import type { Log } from '../log/log'

const head = z.object({
  scope: z.number().int(),
  ticketId: z.number().int().positive(),
  name: z.string().min(1).max(200),
})
type SpoolHead = z.output<typeof head>

/** A recording that an earlier run left. */
interface LeftTake extends SpoolHead {
  takeId: string
  bytes: Uint8Array
}

export interface Spool {
  begin(takeId: string, of: SpoolHead): void
  add(takeId: string, bytes: Uint8Array): void
  /** The recording is safe elsewhere, or unwanted. */
  drop(takeId: string): void
  /** Lets go of the takes of this session without removing them: they count as left from now on. */
  suspend(): void
  /** What lies here for an account and was not given out yet, oldest first. What cannot be read is logged and removed. */
  left(scope: number): LeftTake[]
  /** Forgets everything of an account. */
  erase(scope: number): void
}

const TAKE = /^([0-9a-f-]{36})\.json$/

/**
 * Writes at once, on the calling thread: some 16 kB a second, and nothing may come between what was said and the disk.
 * A disk that refuses costs the copy, never the recording: it is logged once per take.
 */
export function createSpool(deps: { dataDir: string; log: Log }): Spool {
  const folder = join(deps.dataDir, 'recordings')
  /** Takes that are written to; one whose disk refused is none. */
  const open = new Set<string>()
  /** Takes of this session, begun in it or given out to it. */
  const known = new Set<string>()
  const files = (takeId: string) => [join(folder, `${takeId}.json`), join(folder, `${takeId}.mp3`)] as const

  const drop = (takeId: string): void => {
    open.delete(takeId)
    known.delete(takeId)
    for (const file of files(takeId)) rmSync(file, { force: true })
  }
  const guard = (takeId: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      open.delete(takeId)
      deps.log.error('a recording could not be kept on the disk while it runs', { error })
    }
  }
  const takes = (): string[] => {
    try {
      return readdirSync(folder).flatMap(name => TAKE.exec(name)?.[1] ?? [])
    } catch {
      return []
    }
  }
  const read = (takeId: string): SpoolHead | null => {
    try {
      return head.parse(JSON.parse(readFileSync(files(takeId)[0], 'utf8')))
    } catch (error) {
      deps.log.error('what is left of a recording is unreadable', { error })
      drop(takeId)
      return null
    }
  }

  return {
    begin(takeId, of) {
      guard(takeId, () => {
        privateFolder(folder)
        const [whose, sound] = files(takeId)
        writeFileSync(sound, '', { mode: 0o600 })
        writeFileSync(whose, JSON.stringify(of), { mode: 0o600 })
        open.add(takeId)
        known.add(takeId)
      })
    },
    add(takeId, bytes) {
      if (open.has(takeId)) guard(takeId, () => appendFileSync(files(takeId)[1], bytes))
    },
    drop,
    suspend() {
      open.clear()
      known.clear()
    },
    left: scope =>
      takes()
        .filter(takeId => !known.has(takeId))
        .flatMap(takeId => {
          const found = read(takeId)
          if (found === null || found.scope !== scope) return []
          try {
            known.add(takeId)
            return [{ ...found, takeId, bytes: new Uint8Array(readFileSync(files(takeId)[1])) }]
          } catch (error) {
            deps.log.error('what is left of a recording is unreadable', { error })
            drop(takeId)
            return []
          }
        })
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    erase(scope) {
      for (const takeId of takes()) if (read(takeId)?.scope === scope) drop(takeId)
    },
  }
}
