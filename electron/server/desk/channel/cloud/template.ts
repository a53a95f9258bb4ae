/** Cloud API templates: read from its lists, and assembled for sending. */
import { type MessageTemplate, messageTemplate } from '@contract'
import { z } from 'zod'
import type { OutgoingTemplate, TemplateParameter } from '../../../platform/db/template'
import type { OutgoingMessage } from '../channel'
import type { Graph } from './graph'

/** Templates per page, and most pages: an account has at most 6,000. */
const PAGE = 100
const MOST_PAGES = 100

const text = z.string().catch('')
const button = z.object({ type: text, text, url: text, example: z.array(z.string()).catch([]) })
const named = z.array(z.object({ param_name: z.string(), example: text })).catch([])
const component = z.object({
  type: text,
  format: text,
  text,
  buttons: z.array(button).catch([]),
  example: z
    .object({
      header_text: z.array(z.string()).catch([]),
      body_text: z.array(z.array(z.string())).catch([]),
      header_text_named_params: named,
      body_text_named_params: named,
    })
    .partial()
    .catch({}),
})
type Component = z.output<typeof component>

const listed = z.object({
  name: z.string(),
  language: z.string(),
  status: text,
  category: text,
  rejected_reason: text,
  components: z.array(component).catch([]),
})
const page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ next: text, cursors: z.object({ after: text }).catch({ after: '' }) })
    .catch({ next: '', cursors: { after: '' } }),
})

const HEADERS: Readonly<Record<string, 'text' | 'image' | 'video' | 'document'>> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
}
const BUTTONS: Readonly<Record<string, 'reply' | 'url' | 'phone' | 'copy'>> = {
  QUICK_REPLY: 'reply',
  URL: 'url',
  PHONE_NUMBER: 'phone',
  COPY_CODE: 'copy',
}
const PARTS = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS'])

function examplesOf(
  header: Component | undefined,
  body: Component | undefined,
  buttons: Component['buttons'],
) {
  const counted = (part: string, values: readonly string[] = []) =>
    values.map((value, i): [string, string] => [`${part}:${i + 1}`, value])
  const byName = (part: string, values: z.output<typeof named> = []) =>
    values.map(({ param_name, example }): [string, string] => [`${part}:${param_name}`, example])
  return Object.fromEntries([
    ...counted('header', header?.example.header_text),
    ...counted('body', body?.example.body_text?.[0]),
    ...byName('header', header?.example.header_text_named_params),
    ...byName('body', body?.example.body_text_named_params),
    ...buttons.flatMap(({ example }, i): [string, string][] =>
      example[0] ? [[`button:${i}`, example[0]]] : [],
    ),
  ])
}

/** One template in the contract's shape; null when it is not a usable one. */
function readTemplate(raw: unknown): MessageTemplate | null {
  const parsed = listed.safeParse(raw)
  if (!parsed.success) return null
  const { name, language, status, category, rejected_reason, components } = parsed.data
  const of = (type: string): Component | undefined => components.find(one => one.type === type)
  const [header, body, footer] = [of('HEADER'), of('BODY'), of('FOOTER')]
  const buttons = of('BUTTONS')?.buttons ?? []
  const kind = header ? HEADERS[header.format] : undefined
  return messageTemplate.parse({
    name,
    language,
    status,
    category,
    reason: rejected_reason === '' || rejected_reason === 'NONE' ? null : rejected_reason,
    header: header && kind ? { kind, text: header.text } : null,
    body: body?.text ?? '',
    footer: footer?.text ?? '',
    buttons: buttons.map(one => ({ kind: BUTTONS[one.type] ?? 'reply', text: one.text, url: one.url })),
    examples: examplesOf(header, body, buttons),
    // Carousels, flows, catalogues and one-time codes are filled in elsewhere.
    isKnown:
      body !== undefined &&
      category !== 'AUTHENTICATION' &&
      components.every(one => PARTS.has(one.type)) &&
      (header === undefined || kind !== undefined) &&
      buttons.every(one => BUTTONS[one.type] !== undefined),
  })
}

/** Reads all templates of an account, page by page. @throws GraphError, GraphNoAnswer, ZodError */
export async function listTemplates(
  graph: Graph,
  account: { businessAccountId: string; accessToken: string },
  signal: AbortSignal,
): Promise<MessageTemplate[]> {
  const fields = 'name,language,status,category,rejected_reason,components'
  const home = `${encodeURIComponent(account.businessAccountId)}/message_templates?fields=${fields}&limit=${PAGE}`
  const found: MessageTemplate[] = []
  let after = ''
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const path = after === '' ? home : `${home}&after=${encodeURIComponent(after)}`
    const { data, paging } = page.parse(await graph.call({ token: account.accessToken, path, signal }))
    found.push(...data.flatMap(one => readTemplate(one) ?? []))
    if (paging.next === '' || paging.cursors.after === '' || paging.cursors.after === after) break
    after = paging.cursors.after
  }
  return found
}

const parameters = (given: readonly TemplateParameter[]) =>
  given.map(({ name, text: words }) => ({
    type: 'text',
    ...(name === null ? {} : { parameter_name: name }),
    text: words,
  }))

function headerOf(
  header: NonNullable<OutgoingTemplate['header']>,
  media: OutgoingMessage['media'],
  mediaId: string | null,
) {
  if (typeof header !== 'string') return parameters(header)
  const file = { id: mediaId, ...(header === 'document' ? { filename: media?.name ?? '' } : {}) }
  return [{ type: header, [header]: file }]
}

/** The part of a call that sends a template. @param mediaId of its uploaded header file; null without one. */
export function templateContent(
  template: OutgoingTemplate,
  media: OutgoingMessage['media'],
  mediaId: string | null,
): Record<string, unknown> {
  const { name, language, header, body, buttons } = template
  return {
    type: 'template',
    template: {
      name,
      language: { code: language },
      components: [
        ...(header === null ? [] : [{ type: 'header', parameters: headerOf(header, media, mediaId) }]),
        ...(body.length === 0 ? [] : [{ type: 'body', parameters: parameters(body) }]),
        ...buttons.map(({ index, kind, text: words }) => ({
          type: 'button',
          sub_type: kind === 'copy' ? 'copy_code' : 'url',
          index: String(index),
          parameters: [
            kind === 'copy' ? { type: 'coupon_code', coupon_code: words } : { type: 'text', text: words },
          ],
        })),
      ],
    },
  }
}
