/**
 * Filling in templates, the same for the preview in the console and for what the server sends. Pure.
 *
 * A gap has a key: `header`, `header:<name>`, `body:<name>` or `button:<index>`; the name is what is between the
 * braces.
 */
import type { MessageTemplate, TemplateMedia } from './entities'

/** Most characters of a filled body and header, and of a code to copy: WhatsApp's own bounds. */
export const TEMPLATE_LIMITS = { body: 1_024, header: 60, code: 15, url: 2_000 } as const

/** Most bytes of a file above a template, and the kinds it may be. */
export const TEMPLATE_FILES: Readonly<Record<TemplateMedia, { mimes: readonly string[]; most: number }>> = {
  image: { mimes: ['image/jpeg', 'image/png'], most: 5 * 2 ** 20 },
  video: { mimes: ['video/mp4', 'video/3gpp'], most: 16 * 2 ** 20 },
  document: { mimes: ['application/pdf'], most: 100 * 2 ** 20 },
}

export interface TemplateGap {
  key: string
  part: 'header' | 'body' | 'button'
  /** What is between the braces: a figure or a name; the text of the button for one of a button. */
  name: string
  example: string
}

export type TemplateValues = Readonly<Record<string, string>>

const GAP = /\{\{\s*(\w+)\s*\}\}/g

const namesIn = (text: string): string[] => [...new Set([...text.matchAll(GAP)].map(([, name = '']) => name))]

/** Whether a button has to be filled in. */
const hasGap = ({ kind, url }: MessageTemplate['buttons'][number]): boolean =>
  kind === 'copy' || (kind === 'url' && namesIn(url).length > 0)

/** The gaps of a template that take text, in the order they are read. */
export function templateGaps(template: MessageTemplate): TemplateGap[] {
  const { header, body, buttons, examples } = template
  const inText = (part: 'header' | 'body', text: string): TemplateGap[] =>
    namesIn(text).map(name => {
      const key = `${part}:${name}`
      return { key, part, name, example: examples[key] ?? '' }
    })
  return [
    ...(header?.kind === 'text' ? inText('header', header.text) : []),
    ...inText('body', body),
    ...buttons.flatMap((button, index): TemplateGap[] => {
      const key = `button:${index}`
      return hasGap(button) ? [{ key, part: 'button', name: button.text, example: examples[key] ?? '' }] : []
    }),
  ]
}

/** The kind of file that is above a template; null for none. */
export const templateMedia = ({ header }: MessageTemplate): TemplateMedia | null =>
  header && header.kind !== 'text' ? header.kind : null

const filled = (part: 'header' | 'body', text: string, values: TemplateValues): string =>
  text.replace(GAP, (gap, name: string) => values[`${part}:${name}`]?.trim() || gap)

export interface FilledTemplate {
  /** "" without one in words. */
  header: string
  body: string
  footer: string
  buttons: { kind: string; text: string; url: string }[]
}

/** The texts of a template with what is known of its gaps; the others stay as they are. */
export function fillTemplate(template: MessageTemplate, values: TemplateValues): FilledTemplate {
  const { header, body, footer, buttons } = template
  return {
    header: header?.kind === 'text' ? filled('header', header.text, values) : '',
    body: filled('body', body, values),
    footer,
    buttons: buttons.map(({ kind, text, url }, index) => ({
      kind,
      text,
      url: url.replace(GAP, gap => values[`button:${index}`]?.trim() || gap),
    })),
  }
}

/** A filled template as one text, the way it is in the thread. */
export function templateText({ header, body, footer }: FilledTemplate): string {
  const title = header === '' || header.includes('*') ? header : `*${header}*`
  const end = footer === '' || footer.includes('_') ? footer : `_${footer}_`
  return [title, body, end].filter(part => part !== '').join('\n\n')
}

/** Characters that fit into a gap with what stands around it and in the other gaps; 0 when nothing does. */
export function gapRoom(template: MessageTemplate, values: TemplateValues, gap: TemplateGap): number {
  const { part, key } = gap
  if (part === 'button') {
    const button = template.buttons[Number(key.slice('button:'.length))]
    return button?.kind === 'copy' ? TEMPLATE_LIMITS.code : TEMPLATE_LIMITS.url
  }
  const lengthWith = (value: string): number =>
    fillTemplate(template, { ...values, [key]: value })[part].length
  // A text may have the same gap several times.
  const one = lengthWith('x')
  const times = lengthWith('xx') - one
  return Math.max(0, Math.floor((TEMPLATE_LIMITS[part] - (one - times)) / times))
}

export type GapProblem = 'missing' | 'lines' | 'tooLong'

/** What is wrong with each gap, by its key; empty when the template can be sent. */
export function templateProblems(
  template: MessageTemplate,
  values: TemplateValues,
): Record<string, GapProblem> {
  return Object.fromEntries(
    templateGaps(template).flatMap((gap): [string, GapProblem][] => {
      const value = values[gap.key]?.trim() ?? ''
      if (value === '') return [[gap.key, 'missing']]
      // Meta refuses these in a gap (error 132018).
      if (/[\n\r\t]| {5,}/.test(value)) return [[gap.key, 'lines']]
      return value.length > gapRoom(template, values, gap) ? [[gap.key, 'tooLong']] : []
    }),
  )
}

const GREETING =
  /(?:ol[áa]|oi|hi|hello|hey|hola|dear|car[oa]|prezad[oa]|estimad[oa]|bom dia|boa tarde|boa noite|buen[oa]s\s+\w+|good (?:morning|afternoon|evening))\s*[,!]?\s*\*?\{\{\s*(\w+)\s*\}\}/i
const NAMED =
  /^(?:(?:first|customer|contact|client)_?name|name|nome|primeiro_?nome|nome_?(?:do_?)?cliente|nombre|cliente)$/i

/** What is known before anybody writes: the customer's first name, where a gap is there for it. */
export function templatePrefill(template: MessageTemplate, contactName: string): TemplateValues {
  const first = contactName.trim().split(/\s+/, 1)[0] ?? ''
  // A contact without a name is called by its number.
  if (first === '' || /^[+\d]/.test(first)) return {}
  const greeted = GREETING.exec(template.body)?.[1]
  const fits = (gap: TemplateGap): boolean =>
    NAMED.test(gap.name) || (gap.part === 'body' && gap.name === greeted)
  return Object.fromEntries(
    templateGaps(template)
      .filter(gap => gap.part !== 'button' && fits(gap))
      .map(gap => [gap.key, first]),
  )
}
