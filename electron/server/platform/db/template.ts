/** A filled template on its way out: what a channel sends, and what a message row stores. Pure. */
import { type MessageTemplate, type TemplateValues, templateGaps, templateMedia } from '@contract'

/** The value of one placeholder. */
export interface TemplateParameter {
  /** null for numbered placeholders. */
  name: string | null
  text: string
}

export interface OutgoingTemplate {
  name: string
  language: string
  /** A kind of file (the message's own goes there) or the placeholders of the text; null without any. */
  header: 'image' | 'video' | 'document' | TemplateParameter[] | null
  body: TemplateParameter[]
  buttons: { index: number; kind: 'url' | 'copy'; text: string }[]
}

/** What a message row keeps. */
export interface StoredTemplate {
  parts: OutgoingTemplate
  /** As they are shown below the text. */
  buttons: { kind: string; text: string }[]
}

/** A template with its placeholders filled. @param values of every placeholder (checked beforehand). */
export function outgoingTemplate(template: MessageTemplate, values: TemplateValues): OutgoingTemplate {
  const gaps = templateGaps(template)
  const of = (part: 'header' | 'body'): TemplateParameter[] =>
    gaps
      .filter(gap => gap.part === part)
      // Numbered placeholders go by number, whatever their order in the text.
      .sort((a, b) => (Number(a.name) || 0) - (Number(b.name) || 0))
      .map(({ key, name }) => ({
        name: /^\d+$/.test(name) ? null : name,
        text: values[key]?.trim() ?? '',
      }))
  const header = of('header')
  return {
    name: template.name,
    language: template.language,
    header: templateMedia(template) ?? (header.length > 0 ? header : null),
    body: of('body'),
    buttons: gaps
      .filter(gap => gap.part === 'button')
      .map(({ key }) => {
        const index = Number(key.slice('button:'.length))
        const kind = template.buttons[index]?.kind === 'copy' ? 'copy' : 'url'
        return { index, kind, text: values[key]?.trim() ?? '' }
      }),
  }
}
