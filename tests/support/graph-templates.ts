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
      components?: { type: string; parameters: Record<string, unknown>[] }[]
    }
    const template = this.all.find(one => one.name === name && one.language === language?.code)
    if (!template || ['PENDING', 'REJECTED'].includes(template.status)) return 132001
    if (template.status === 'PAUSED') return 132015
    const kind = template.components.find(one => one.type === 'HEADER')?.format?.toLowerCase() ?? 'text'
    if (kind === 'text') return null
    const [file] = (components ?? []).find(one => one.type === 'header')?.parameters ?? []
    return files.has(String((file?.[kind] as { id?: unknown } | undefined)?.id)) ? null : 131053
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
