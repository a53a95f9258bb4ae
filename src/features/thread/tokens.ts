/**
 * WhatsApp's text formatting as a pure tokenizer: *bold*, _italic_, ~strike~, `code`, ```block```, lines that begin with
 * "- ", "* ", "1. " or "> ", and links. The result is a tree of plain data that React draws as text nodes; nothing of a
 * customer's text is ever read as HTML.
 */
import { linkifyit } from 'linkify-it'

export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'code' | 'block'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Token[] }
  /** A line that stands by itself: an entry of a list or a line of a quotation, with the mark it was typed with. */
  | { kind: 'item' | 'quote'; mark: string; children: Token[] }

const linkify = linkifyit({ fuzzyEmail: true, fuzzyLink: true })

const MARKS: Record<string, 'bold' | 'italic' | 'strike'> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** Nesting deeper than this is shown as it was typed; three marks cannot nest usefully any deeper. */
const MAX_DEPTH = 4

const isSpace = (character: string | undefined): boolean => character === undefined || /\s/u.test(character)
const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** http, https and mailto are opened; every other scheme stays text. */
export const isOpenable = (url: string): boolean => /^(https?:|mailto:)/i.test(url)

/** Endings of names that people write without `https://` or `www.`; of Brazil those for firms, authorities and professions as well. */
const COMMON_ENDING = /\.(?:com|net|org|com\.[a-z]{2}|[a-z]{2,5}\.br)$|^wa\.me$/i

/**
 * Whether an address without a scheme is meant as one. Every pair of letters is some country's ending, so that a sentence
 * without a space behind its full stop reads like a name ("Já foi.Ai eu liguei").
 */
function isName(raw: string): boolean {
  const [host = '', rest = ''] = raw.split(/(?=[/?#:])/, 2)
  if (/^www\./i.test(host)) return true
  const ending = host.slice(host.lastIndexOf('.'))
  // A sentence begins with a capital; whoever shouts writes the whole name so.
  const isLower = ending === ending.toLowerCase()
  if (COMMON_ENDING.test(host)) return isLower || host === host.toUpperCase()
  return isLower && /^\/[^\s/]/.test(rest)
}

/** Addresses in a text, in their order. */
const matchesIn = (text: string) =>
  (linkify.match(text) ?? []).filter(({ schema, raw }) => schema !== '' || isName(raw))

function linksIn(text: string): Token[] {
  const found = matchesIn(text)
  if (found.length === 0) return text === '' ? [] : [{ kind: 'text', text }]
  const tokens: Token[] = []
  let from = 0
  for (const match of found) {
    if (!isOpenable(match.url) || match.index < from) continue
    if (match.index > from) tokens.push({ kind: 'text', text: text.slice(from, match.index) })
    tokens.push({ kind: 'link', text: match.raw, url: match.url })
    from = match.lastIndex
  }
  if (from < text.length) tokens.push({ kind: 'text', text: text.slice(from) })
  return tokens
}

/** Marks every character inside a link: formatting must not cut those, links keep their underscores and stars. */
function linkMask(text: string): Uint8Array {
  const mask = new Uint8Array(text.length)
  for (const { index, raw } of matchesIn(text))
    mask.fill(1, index + 1, index + raw.length - starsBehind(text, index, raw))
  return mask
}

/** How many characters at the end of a link are not its own: the star, and what is behind it, that closes what was put in bold. */
function starsBehind(text: string, index: number, raw: string): number {
  const stars = /^[^*]*(\*[*_~]*)$/.exec(raw)?.[1] ?? ''
  if (stars === '') return 0
  const before = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return before.split('*').length % 2 === 0 ? stars.length : 0
}

/**
 * Where a mark closes: on the same line, after something that is no space, before something that is no letter.
 * @returns -1 when it does not.
 */
function closing(text: string, open: number, mark: string, links: Uint8Array): number {
  for (let i = open + 1; i < text.length; i += 1) {
    const character = text[i]
    if (character === '\n') return -1
    if (character !== mark || i === open + 1) continue
    if (links[i]) continue
    if (!isSpace(text[i - 1]) && !isWord(text[i + 1])) return i
  }
  return -1
}

/** Whether a text may hold formatting; looking for links costs more than all the rest of it. */
const isMarked = (text: string): boolean => /[*_~`]/.test(text)

function inline(text: string, depth: number): Token[] {
  if (text === '') return []
  if (depth >= MAX_DEPTH || !isMarked(text)) return linksIn(text)
  const links = linkMask(text)
  const tokens: Token[] = []
  let from = 0
  // What has no closing partner once will have none further on in the same line.
  const unmatched = new Map<string, number>()
  const flush = (to: number): void => {
    if (to > from) tokens.push(...linksIn(text.slice(from, to)))
  }
  for (let i = 0; i < text.length; i += 1) {
    const mark = text[i] as string
    const kind = MARKS[mark]
    if (!kind && mark !== '`') continue
    if (i < (unmatched.get(mark) ?? -1)) continue
    if (isSpace(text[i + 1]) || isWord(text[i - 1])) continue
    if (links[i]) continue
    const end = closing(text, i, mark, links)
    if (end < 0) {
      const line = text.indexOf('\n', i)
      unmatched.set(mark, line < 0 ? text.length : line)
      continue
    }
    flush(i)
    const inside = text.slice(i + 1, end)
    if (kind) tokens.push({ kind, children: inline(inside, depth + 1) })
    else tokens.push({ kind: 'code', text: inside })
    from = end + 1
    i = end
  }
  flush(text.length)
  return tokens
}

const LINE_MARK = /^(?:(?<item>[-*]|\d{1,3}\.)|(?<quote>>)) (?=\S)/
const HAS_LINE_MARK = /(?:^|\n)(?:[-*>]|\d{1,3}\.) \S/

/**
 * Text between blocks of code. Lines of a list or a quotation stand by themselves: the line break behind one is its own.
 * @param begins it begins a line; what follows a block of code in its line does not.
 * @param ends it ends a line.
 */
function lines(text: string, begins: boolean, ends: boolean): Token[] {
  if (!HAS_LINE_MARK.test(text)) return inline(text, 0)
  const tokens: Token[] = []
  const all = text.split('\n')
  let plain = ''
  for (const [at, line] of all.entries()) {
    const whole = (at > 0 || begins) && (at < all.length - 1 || ends)
    const found = whole ? LINE_MARK.exec(line) : null
    if (found) {
      tokens.push(...inline(plain, 0))
      plain = ''
      const mark = found[0].trimEnd()
      const kind = found.groups?.quote ? 'quote' : 'item'
      tokens.push({ kind, mark, children: inline(line.slice(found[0].length), 0) })
    } else plain += at < all.length - 1 ? `${line}\n` : line
  }
  return [...tokens, ...inline(plain, 0)]
}

/** Reads a message text. Never throws; joining the drawn texts and the marks gives the text back. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  // Where the text goes on after the last block of code.
  const between = (to: number): void => {
    if (to > from) tokens.push(...lines(text.slice(from, to), from === 0, to === text.length))
  }
  let searched = 0
  while (searched < text.length) {
    const open = text.indexOf('```', searched)
    const close = open < 0 ? -1 : text.indexOf('```', open + 3)
    if (open < 0 || close < 0) break
    if (close > open + 3) {
      between(open)
      tokens.push({ kind: 'block', text: text.slice(open + 3, close).replace(/^\n|\n$/g, '') })
      from = close + 3
    }
    searched = close + 3
  }
  between(text.length)
  return tokens
}

const MARK_OF = { bold: '*', italic: '_', strike: '~' } as const

const isLine = (token: Token | undefined): boolean => token?.kind === 'item' || token?.kind === 'quote'

/** Joins what tokens were read from, with the break behind each line of a list or a quotation. */
const joined = (tokens: readonly Token[], read: (token: Token) => string): string =>
  tokens.map((token, at) => (isLine(tokens[at - 1]) ? '\n' : '') + read(token)).join('')

/** The text without its marks, for previews, announcements and copies in plain form; those of lists and quotations stay. */
export function plainText(tokens: readonly Token[]): string {
  return joined(tokens, token =>
    'mark' in token
      ? `${token.mark} ${plainText(token.children)}`
      : 'children' in token
        ? plainText(token.children)
        : token.text,
  )
}

/** A message text without its marks. */
export const unmarked = (text: string): string => (isMarked(text) ? plainText(tokenize(text)) : text)

/** The text as it was typed; what `tokenize` loses is at most the line breaks at the edges of a block. */
export function sourceText(tokens: readonly Token[]): string {
  return joined(tokens, token => {
    if ('mark' in token) return `${token.mark} ${sourceText(token.children)}`
    if ('children' in token)
      return `${MARK_OF[token.kind]}${sourceText(token.children)}${MARK_OF[token.kind]}`
    if (token.kind === 'code') return `\`${token.text}\``
    if (token.kind === 'block') return `\`\`\`${token.text}\`\`\``
    return token.text
  })
}

const EMOJI_ONLY =
  /^(?:\p{RI}{2}|[0-9#*]\uFE0F?\u20E3|\p{Emoji}(?:\p{EMod}|\uFE0F)?(?:\u200D\p{Emoji}(?:\p{EMod}|\uFE0F)?)*)+$/u
const HAS_PICTURE = /\p{Extended_Pictographic}|\p{RI}|\u20E3/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** How many emojis a text consists of when it consists of nothing else; 0 otherwise. Such texts are drawn larger. */
export function emojiCount(text: string): number {
  const compact = text.replace(/\s/gu, '')
  if (compact === '' || compact.length > 64 || !EMOJI_ONLY.test(compact) || !HAS_PICTURE.test(compact))
    return 0
  const graphemes = [...segmenter.segment(compact)].map(part => part.segment)
  return graphemes.every(part => HAS_PICTURE.test(part)) ? graphemes.length : 0
}

/** A long text is drawn only so far until it is asked for. Characters and lines. */
export const LONG_TEXT = { chars: 1_500, lines: 25 } as const

/**
 * The part of a text to draw first, cut at a space near the limit and never inside a grapheme.
 * @returns null when the text is short enough to be drawn whole.
 */
export function excerpt(text: string): string | null {
  let end = text.length > LONG_TEXT.chars * 1.2 ? LONG_TEXT.chars : text.length
  let line = -1
  for (let lines = 0; lines < LONG_TEXT.lines; lines += 1) {
    line = text.indexOf('\n', line + 1)
    if (line < 0) break
  }
  if (line >= 0 && line < end && text.length - line > 200) end = line
  if (end >= text.length) return null
  const space = text.lastIndexOf(' ', end)
  const cut = space > end - 80 && space > 0 ? space : end
  const code = text.charCodeAt(cut - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? cut - 1 : cut)
}
