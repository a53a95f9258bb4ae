/** What the double of WhatsApp's server keeps of its lives, line by line (../whatsapp-process). */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BinaryNode, BufferJSON } from '@whiskeysockets/baileys'

type Line =
  | { kind: 'life' }
  /** Somebody wrote; with the keys of the person after it. */
  | { kind: 'written'; phone: string; person: string; stanza: BinaryNode; keys: string }
  /** It was acknowledged, or turned down; with the words of the stanza that said so. */
  | { kind: 'heard'; id: string; how: string }
  /** A number's message; written before it is acknowledged. */
  | { kind: 'taken'; id: string; phone: string; to: string }

/** @returns what stands there, and how to add to it. */
export function journalIn(folder: string): { lines: Line[]; note(line: Line): void } {
  const file = join(folder, 'journal')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').flatMap(line => {
    try {
      return [JSON.parse(line, BufferJSON.reviver) as Line]
    } catch {
      // Empty, or cut by a kill: then nobody acted upon it.
      return []
    }
  })
  return { lines, note: line => appendFileSync(file, `\n${JSON.stringify(line, BufferJSON.replacer)}`) }
}

/** Our ids of what the numbers sent, in the order in which it was taken. */
export const takenIn = (folder: string): string[] =>
  journalIn(folder).lines.flatMap(line => (line.kind === 'taken' ? [line.id] : []))
