/** Templates: messages that WhatsApp has looked at beforehand, with gaps to fill in. */
import { z } from 'zod'
import { flag, listOf, maybe, maybeText, text } from '../scalars'

export const TEMPLATE_MEDIA = ['image', 'video', 'document'] as const
export type TemplateMedia = (typeof TEMPLATE_MEDIA)[number]

const templateButton = z.object({
  /** What a tap does: an answer, a page, a call, or a code to copy. */
  kind: z.enum(['reply', 'url', 'phone', 'copy']),
  text,
  /** Where it leads, for `url`; may end with a gap. */
  url: text,
})

/** One template of a connection in one language. Gaps are in its texts as `{{1}}` or `{{name}}`. */
export const messageTemplate = z.object({
  name: text,
  /** Such as pt_BR. */
  language: text,
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED or what is new; only approved ones are sent. */
  status: text,
  /** MARKETING, UTILITY or what is new. */
  category: text,
  /** Why it was rejected, in the provider's words; null for none. */
  reason: maybeText,
  header: maybe(z.object({ kind: z.enum(['text', ...TEMPLATE_MEDIA]), text })),
  body: text,
  footer: text,
  buttons: listOf('template.buttons', templateButton),
  /** What may be in a gap, by its key (templates.ts). */
  examples: z.record(z.string(), z.string()).catch({}),
  /** Whether it has only parts that can be filled in here. */
  isKnown: flag,
})
export type MessageTemplate = z.output<typeof messageTemplate>

/** What a message that was made from a template says of it. */
export const sentTemplate = z.object({
  name: text,
  language: text,
  buttons: listOf('message.template.buttons', z.object({ kind: text, text })),
})
