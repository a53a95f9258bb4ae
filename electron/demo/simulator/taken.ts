/**
 * What the simulated network took, in a file of its own: a network remembers when a server of ours is killed. One line
 * per message, written before the sender is answered.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../database/private-folder'
import { reasonOf } from '../../server/log'

interface Kind {
  audio: boolean
  refused: boolean
}

/** Messages known, and lines kept at a start; older ones are settled long since. */
const KEPT = 5_000

export interface Taken {
  note(messageId: string, kind: Kind): void
  kindOf(messageId: string): Kind | null
}

const lineOf = (id: string, kind: Kind): string =>
  `${id} ${kind.audio ? 'a' : '-'}${kind.refused ? 'r' : '-'}\n`

/** @param folder the workspace's data folder. @param complain gets the reason when it cannot be kept; then it lasts for this run. */
export function openTaken(folder: string, complain: (reason: string) => void, most = KEPT): Taken {
  const file = join(folder, 'simulator', 'taken')
  const known = new Map<string, Kind>()
  const report = (error: unknown): void => complain(reasonOf(error))
  try {
    privateFolder(join(folder, 'simulator'))
    for (const line of readFileSync(file, 'utf8').split('\n').slice(-most)) {
      const [id, kind] = line.split(' ')
      // The last line may have been cut short by a kill: then its sender was not answered either.
      if (id && kind?.length === 2) known.set(id, { audio: kind[0] === 'a', refused: kind[1] === 'r' })
    }
    writeFileSync(file, [...known].map(([id, kind]) => lineOf(id, kind)).join(''), { mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') report(error)
  }
  return {
    note(id, kind) {
      known.set(id, kind)
      for (const oldest of known.keys()) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      try {
        appendFileSync(file, lineOf(id, kind), { mode: 0o600 })
      } catch (error) {
        report(error)
      }
    },
    kindOf: id => known.get(id) ?? null,
  }
}
