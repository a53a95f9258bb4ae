/**
 * The line that signs a message: the agent's name in bold before the text (specification 1 section 9). Previews leave it
 * out: who wrote is said beside them already. Pure.
 */
const SIGNATURE = /^\*[^*\r\n]{1,80}:\*\r?\n/

/** A message of ours without its signing line; a text of nothing else stays as it is. */
export function withoutSignature(text: string): string {
  const rest = text.replace(SIGNATURE, '')
  return rest.trim() === '' ? text : rest
}
