/** What a search of this computer finds. */
import { z } from 'zod'
import { contact, ticket } from './entities'

/** Part of a text that matched a search: first and one past the last character, in UTF-16 units. */
export const textRange = z.tuple([z.number().int(), z.number().int()])
export type TextRange = z.output<typeof textRange>

/** What this computer has seen and a typed text finds, best known first; the server's own results come after these. */
export const localHits = z.object({
  tickets: z.array(z.object({ ticket, ranges: z.array(textRange) })),
  /** `nameRanges` lie in `contact.name`, `numberRanges` in `contact.number`. */
  contacts: z.array(z.object({ contact, nameRanges: z.array(textRange), numberRanges: z.array(textRange) })),
  messages: z.array(
    z.object({
      messageId: z.string(),
      ticketId: z.number().int(),
      /** Null when the ticket itself was never seen. */
      ticketUuid: z.string().nullable(),
      contactName: z.string(),
      fromMe: z.boolean(),
      mediaType: z.string().nullable(),
      /** The words around the first match, with an ellipsis where text was left out. */
      excerpt: z.string(),
      /** They are heard or read in its file. */
      isHeard: z.boolean(),
      /** In `excerpt`. */
      ranges: z.array(textRange),
      createdAt: z.string(),
    }),
  ),
  /** Milliseconds the search took. */
  tookMs: z.number(),
})
export type LocalHits = z.output<typeof localHits>
