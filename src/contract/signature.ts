/**
 * The line that signs a message: the agent's name in bold before the text. Previews leave it
 * out: who wrote is said beside them already. One form for the composer, answers from a notice, and forwarding. Pure.
 */
const SIGNATURE = /^\*[^*\r\n]{1,80}:\*\r?\n/

/** A text with the name before it; a name of nothing but blanks signs nothing. */
export function sign(text: string, name: string): string {
  // A star or a line break in the name would break the bold line.
  const clean = name.replace(/[*\r\n]/g, ' ').trim()
  return clean === '' ? text : `*${clean}:*\n${text}`
}

/**
 * Who wrote a message of ours, as far as that is known.
 * @param author who the server says it was, null for nobody of the team; undefined where it does not say: then a message
 *   tells by its signature alone. @param reader who reads.
 * @param held whether the reader holds the ticket: what nobody says anything of is taken for theirs.
 * @returns null for the reader, a colleague's first name, or "" for somebody of the team or the workspace itself.
 */
export function colleagueOf(
  { text, author }: { text: string; author?: number | null | undefined },
  reader: { id: number; name: string } | null,
  held: boolean,
): string | null {
  const signer = signerOf(text)
  if (author !== undefined) {
    if (reader !== null && author === reader.id) return null
    return signer.split(/\s+/)[0] ?? ''
  }
  if (signer === '') return held ? null : ''
  return reader !== null && signer === signerOf(sign('-', reader.name))
    ? null
    : (signer.split(/\s+/)[0] ?? '')
}

/** The signing line of a message of ours with its line break, "" for one that is not signed. */
export function signatureOf(text: string): string {
  const line = SIGNATURE.exec(text)?.[0] ?? ''
  return text.slice(line.length).trim() === '' ? '' : line
}

/** Who signed a message of ours; "" for one that is not signed. */
export const signerOf = (text: string): string => signatureOf(text).replace(/^\*|:\*\r?\n$/g, '')

/** A message of ours without its signing line; a text of nothing else stays as it is. */
export const withoutSignature = (text: string): string => text.slice(signatureOf(text).length)

/**
 * Whether a forwarded message is signed: a customer's own words never are, and what carries a name already does not get
 * a second one.
 * @param wanted the agent's choice.
 */
export const signsForward = (message: { fromMe: boolean; body: string }, wanted: boolean): boolean =>
  wanted && message.fromMe && message.body !== '' && signatureOf(message.body) === ''
