/** What the double of the Graph API keeps of its lives, line by line (../graph-process). */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sent } from '../../support/graph-double'

export type Line =
  | { kind: 'life' }
  /** It took a message; written before it answers. */
  | { kind: 'taken'; sent: Sent }
  /** A delivery was acknowledged. */
  | { kind: 'heard'; key: string }

/** @returns what stands there, and how to add to it. */
export function journalIn(folder: string): { lines: Line[]; note(line: Line): void } {
  const file = join(folder, 'journal')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').flatMap(line => {
    try {
      return [JSON.parse(line) as Line]
    } catch {
      // Empty, or cut by a kill: then nobody acted upon it.
      return []
    }
  })
  return { lines, note: line => appendFileSync(file, `\n${JSON.stringify(line)}`) }
}
