/** Emojis by name: the `:name` completion. The names come in a chunk of their own, loaded at the first use. */
import { fold } from '@contract'
import type { Language } from '@/i18n'
import { type Trigger, type Typed, triggerAt } from './caret'

export interface NamedEmoji {
  emoji: string
  name: string
  /** Folded names it is found by. */
  names: readonly string[]
}

interface EmojiTable {
  emojis: Record<string, { n: string[]; u: string }[]>
}

/** `1f468-200d-1f4bb` -> the emoji itself. */
export const fromUnified = (unified: string): string =>
  String.fromCodePoint(...unified.split('-').map(part => Number.parseInt(part, 16)))

/** Makes the table searchable. Pure. */
export function emojiIndex(table: EmojiTable): NamedEmoji[] {
  return Object.values(table.emojis).flatMap(group =>
    group.map(({ n, u }) => ({ emoji: fromUnified(u), name: n[n.length - 1] ?? '', names: n.map(fold) })),
  )
}

/** Loads what the picker and the completion know in a language. */
export function loadEmojiTable(language: Language) {
  switch (language) {
    case 'en':
      return import('emoji-picker-react/data/emojis-en')
    case 'es':
      return import('emoji-picker-react/data/emojis-es')
    default:
      return import('emoji-picker-react/data/emojis-pt')
  }
}

const indexes = new Map<Language, Promise<NamedEmoji[]>>()

/** The searchable names of a language; loaded once. A chunk that fails to load gives no suggestions. */
export function loadEmojiIndex(language: Language): Promise<NamedEmoji[]> {
  const known = indexes.get(language)
  if (known) return known
  const made = loadEmojiTable(language)
    .then(module => emojiIndex(module.default))
    .catch(() => {
      indexes.delete(language)
      return []
    })
  indexes.set(language, made)
  return made
}

/** The colon word being typed, from two letters on: ":)" and "12:30" are none. */
export function emojiTrigger(typed: Typed): Trigger | null {
  const trigger = triggerAt(typed, ':')
  return trigger && /^[\p{L}][\p{L}\p{N}_+-]+$/u.test(trigger.query) ? trigger : null
}

/** Emojis with a name that begins with (first) or contains what was typed. */
export function matchingEmojis(index: readonly NamedEmoji[], query: string, most = 8): NamedEmoji[] {
  const wanted = fold(query).replace(/_/g, ' ')
  const starts: NamedEmoji[] = []
  const contains: NamedEmoji[] = []
  for (const row of index) {
    if (row.names.some(name => name === wanted || name.startsWith(wanted))) starts.push(row)
    else if (row.names.some(name => name.includes(wanted))) contains.push(row)
    if (starts.length >= most) break
  }
  return [...starts, ...contains].slice(0, most)
}
