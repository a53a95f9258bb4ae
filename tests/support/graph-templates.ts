/** Templates of the double's business account, as Meta keeps, lists and judges them. */

interface RawButton {
  type: string
  text: string
  url?: string
  phone_number?: string
  example?: string[]
}

export interface RawComponent {
  type: string
  format?: string
  text?: string
  buttons?: RawButton[]
  example?: Record<string, unknown>
}

export interface RawTemplate {
  id: string
  name: string
  language: string
  status: string
  category: string
  rejected_reason?: string
  components: RawComponent[]
}

interface Parameter {
  type: string
  text?: string
  parameter_name?: string
  coupon_code?: string
  [media: string]: unknown
}

interface SentComponent {
  type: string
  sub_type?: string
  index?: string
  parameters: Parameter[]
}

const gapsOf = (text = ''): string[] => [
  ...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)),
]

/** Whether texts fill the gaps of one text. @returns Meta's number of the error, null when they do. */
function textsFit(text: string | undefined, given: readonly Parameter[], most: number): number | null {
  const gaps = gapsOf(text)
  if (gaps.length !== given.length) return 132000
  let full = text ?? ''
  for (const [at, parameter] of given.entries()) {
    if (parameter.type !== 'text' || typeof parameter.text !== 'string') return 132012
    if (/[\n\t]| {5,}/.test(parameter.text)) return 132018
    const name = parameter.parameter_name ?? String(at + 1)
    if (!gaps.includes(name)) return 132000
    full = full.replaceAll(`{{${name}}}`, parameter.text)
  }
  return full.length > most ? 132005 : null
}

/** What a double's account has, and what it says of a message made from it. */
export class GraphTemplates {
  readonly all: RawTemplate[] = []
  /** Templates it gives at once, however many are asked for. */
  pageSize = 2
  /** Pages it was asked for. */
  asked = 0

  /** @param home address of this list, without its query. */
  page(query: URLSearchParams, home: string) {
    this.asked += 1
    const limit = Math.min(Number(query.get('limit') ?? 25), this.pageSize)
    const from = Number(query.get('after')?.replace('cursor-', '') ?? 0)
    const data = this.all.slice(from, from + limit)
    const end = from + data.length
    const cursors = { before: `cursor-${from}`, after: `cursor-${end}` }
    const next = end < this.all.length ? { next: `${home}?after=${cursors.after}&limit=${limit}` } : {}
    return { data, ...(data.length > 0 ? { paging: { cursors, ...next } } : {}) }
  }

  /** Meta's number of the error for a message of this content; null when it is taken. */
  check(content: Record<string, unknown>, files: ReadonlyMap<string, unknown>): number | null {
    const { name, language, components } = content as {
      name?: string
      language?: { code?: string }
      components?: SentComponent[]
    }
    const template = this.all.find(one => one.name === name && one.language === language?.code)
    if (!template || ['PENDING', 'REJECTED'].includes(template.status)) return 132001
    if (template.status === 'PAUSED') return 132015
    if (template.status === 'DISABLED') return 132016
    const of = (type: string) => template.components.find(one => one.type === type)
    const given = (type: string): Parameter[] =>
      (components ?? []).find(one => one.type === type)?.parameters ?? []
    const header = of('HEADER')
    if (header && header.format !== 'TEXT') {
      const kind = header.format?.toLowerCase() ?? ''
      const [file, ...more] = given('header')
      if (!file || more.length > 0) return 132000
      if (file.type !== kind) return 132012
      if (!files.has(String((file[kind] as { id?: unknown } | undefined)?.id))) return 131053
    } else {
      const wrong = textsFit(header?.text, given('header'), 60)
      if (wrong !== null) return wrong
    }
    const wrong = textsFit(of('BODY')?.text, given('body'), 1_024)
    return wrong ?? this.buttons(of('BUTTONS')?.buttons ?? [], components ?? [])
  }

  private buttons(buttons: readonly RawButton[], components: readonly SentComponent[]): number | null {
    const given = components.filter(one => one.type === 'button')
    const wanted = buttons.flatMap((button, index) =>
      button.type === 'COPY_CODE' || gapsOf(button.url).length > 0 ? [{ button, index }] : [],
    )
    if (given.length !== wanted.length) return 132000
    for (const { button, index } of wanted) {
      const one = given.find(part => part.index === String(index))
      const [parameter] = one?.parameters ?? []
      const [kind, type] = button.type === 'COPY_CODE' ? ['copy_code', 'coupon_code'] : ['url', 'text']
      if (one?.sub_type !== kind || parameter?.type !== type) return 132012
    }
    return null
  }
}

const body = (text: string, ...examples: string[]): RawComponent => ({
  type: 'BODY',
  text,
  ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}),
})

let serial = 0
/** A template of an account; approved, in Portuguese, unless said otherwise. */
export const template = (
  name: string,
  components: RawComponent[] | string,
  more: Partial<RawTemplate> = {},
): RawTemplate => ({
  id: `template-${++serial}`,
  name,
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  components: typeof components === 'string' ? [body(components)] : components,
  ...more,
})

/** What a company may have: each part once, each state once. */
export const usualTemplates = (): RawTemplate[] => [
  template('retomar_conversa', [
    body('Olá, {{1}}! Podemos continuar o seu atendimento sobre {{2}}?', 'Rita', 'a internet'),
    { type: 'FOOTER', text: 'Padaria Aurora' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Sim, continuar' },
        { type: 'QUICK_REPLY', text: 'Agora não' },
      ],
    },
  ]),
  template('boleto', [
    { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['https://scontent.example/x'] } },
    {
      type: 'BODY',
      text: 'Bom dia, {{nome}}. O seu boleto vence em {{vencimento}}.',
      example: {
        body_text_named_params: [
          { param_name: 'nome', example: 'Rita' },
          { param_name: 'vencimento', example: '10/12' },
        ],
      },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Abrir fatura', url: 'https://aurora.example/f/{{1}}', example: ['a1'] },
        { type: 'COPY_CODE', text: 'Copiar código', example: ['PIX10'] },
      ],
    },
  ]),
  template(
    'promo',
    [
      { type: 'HEADER', format: 'TEXT', text: 'Oferta para {{1}}', example: { header_text: ['Rita'] } },
      body('Só hoje: pão de queijo em dobro.'),
    ],
    { category: 'MARKETING', status: 'PENDING' },
  ),
  template('reopen_conversation', 'Hello {{1}}, may we go on with your request?', { language: 'en_US' }),
  template('cobranca_dura', 'Pague já.', { status: 'REJECTED', rejected_reason: 'ABUSIVE_CONTENT' }),
  template('aviso_antigo', 'Novidades para você, {{1}}.', { status: 'PAUSED' }),
  template('codigo', '{{1}} é o seu código.', { category: 'AUTHENTICATION' }),
]
