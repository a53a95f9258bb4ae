/** Which link of a message gets a preview: none, unless the company wants it (setting `linkPreviews`). */
import { eq } from 'drizzle-orm'
import { linkifyit } from 'linkify-it'
import type { Reader } from '../../platform/db/client'
import { messages } from '../../platform/db/schema'
import { isEnabled, settingsOf } from '../../settings'

type MessageRow = typeof messages.$inferSelect
type TextSource = Pick<MessageRow, 'body' | 'mediaType' | 'mediaFile'>

/** A longer link was not typed by a person, and is too long for an index. */
const MOST_CHARS = 1_000

/** Kinds of message without a file whose body is text. */
const WORDS = new Set(['', 'conversation', 'extendedTextMessage'])

// Without a scheme it may be a file name or a typing error: nothing is called.
const linkify = linkifyit({ fuzzyEmail: false, fuzzyLink: false })

/** The first link that may be read: http(s), without a password. */
export function firstLink(text: string): string | null {
  if (!/https?:\/\//i.test(text)) return null
  const found = linkify.match(text)?.find(({ url }) => {
    if (url.length > MOST_CHARS || !URL.canParse(url)) return false
    const { protocol, hostname, username, password } = new URL(url)
    // A name without a dot belongs to the local network.
    return /^https?:$/.test(protocol) && hostname.includes('.') && username === '' && password === ''
  })
  return found?.url ?? null
}

export const arePreviewed = async (db: Reader, companyId: number): Promise<boolean> =>
  isEnabled((await settingsOf(db, companyId, ['linkPreviews'])).linkPreviews)

/** The link of each message that gets a preview; null without one, or when previews are off. */
export async function linksOf(
  db: Reader,
  companyId: number,
  rows: readonly TextSource[],
): Promise<(string | null)[]> {
  const links = rows.map(({ body, mediaType, mediaFile }) =>
    mediaFile !== null || WORDS.has(mediaType ?? '') ? firstLink(body) : null,
  )
  const wanted = links.some(link => link !== null) && (await arePreviewed(db, companyId))
  return wanted ? links : links.map(() => null)
}

/** A message without a link, and without what its page said. */
export const UNLINKED = { link: null, linkPreview: null }

/** How another text changes a message's link: a new link has no preview yet. */
export async function relinked(
  db: Reader,
  message: MessageRow,
  body: string,
): Promise<Partial<Pick<MessageRow, 'link' | 'linkPreview'>>> {
  const [link = null] = await linksOf(db, message.companyId, [{ ...message, body }])
  return link === message.link ? {} : { ...UNLINKED, link }
}

/** The file of a message's preview. */
export async function pictureOf(db: Reader, seq: number): Promise<string | null> {
  const [row] = await db.select({ preview: messages.linkPreview }).from(messages).where(eq(messages.seq, seq))
  return row?.preview?.picture ?? null
}
