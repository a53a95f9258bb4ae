/**
 * The public REST web service of IXC Provedor: `POST <base>/webservice/v1/<resource>` with the token as Basic
 * credentials; lists need the header `ixcsoft: listar`. Answers are read tolerantly: every number is a text, and
 * installations differ.
 */
import { z } from 'zod'
import { guardedFetch } from '../../../outward/guarded-fetch'
import { AddressRefused, AnswerTooLong } from '../../../outward/guarded-request'
import { within } from '../../../time-limit'

export interface IxcOptions {
  /** Address of the installation, with or without /webservice/v1. */
  baseUrl: string
  /** `<id>:<secret>`, as the installation issues it. */
  token: string
  /** Time limit of one try, milliseconds. */
  timeoutMs: number
  /** Most tries of one request. */
  attempts: number
  /** Setting `localProviders`. */
  local: boolean
}

export interface IxcCustomer {
  id: string
  name: string
}

/** A customer with the facts that prove an identity (auto-replies/ixc-proof.ts): compared and not stored. */
export interface IxcRecord extends IxcCustomer {
  phones: string[]
  /** YYYY-MM-DD; "" where it is not kept. */
  birthDate: string
  email: string
}

export interface IxcBill {
  id: string
  /** In cents of a real. */
  cents: number
  /** Day, YYYY-MM-DD; "" where it is not given. */
  dueDate: string
}

/** State of a contract's access to the internet. */
interface IxcContract {
  id: string
  /** Blocked for bills that are due. */
  blocked: boolean
}

/** `key`: the token is refused. `address`: it is not allowed. */
export type IxcFault = 'key' | 'address' | 'silent' | 'failed'

export class IxcError extends Error {
  constructor(
    readonly fault: IxcFault,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause })
    this.name = 'IxcError'
  }
}

/** Whether a retry would give the same result. */
const isFinal = (error: unknown): boolean =>
  error instanceof IxcError &&
  (error.fault === 'key' || error.fault === 'address' || error.cause instanceof AnswerTooLong)

/** Pause before the second try, doubled for each further one, milliseconds. */
const PAUSE_MS = 500
const MOST_BILLS = 10
/** Longest answers, in bytes: rows, and a bill as PDF in base64, which is decoded on the main thread. */
const MOST_BYTES = { rows: 1024 * 1024, pdf: 6 * 1024 * 1024 } as const

const text = z.union([z.string(), z.number()]).transform(String)
const page = z.object({ registros: z.array(z.record(z.string(), z.unknown())).default([]) })
const answerShape = z.object({
  type: z.string().optional(),
  tipo: z.string().optional(),
  message: z.string().optional(),
  mensagem: z.string().optional(),
})
const pix = z.object({ pix: z.object({ qrCode: z.object({ qrcode: z.string().min(1) }) }) })

/** "129.90" and "129,90" as cents; 0 for anything else. */
export function centsOf(value: string): number {
  const amount = Number(value.trim().replace(',', '.'))
  return Number.isFinite(amount) ? Math.round(amount * 100) : 0
}

/** A document as the web service stores it: 000.000.000-00 or 00.000.000/0000-00. */
export function documentText(digits: string): string {
  return digits.length === 11
    ? digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
    : digits.replace(/(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})/, '$1.$2.$3/$4-$5')
}

const member = (row: Record<string, unknown>, name: string): string => {
  const parsed = text.safeParse(row[name])
  return parsed.success ? parsed.data : ''
}

const PHONES = ['telefone_celular', 'whatsapp', 'telefone_comercial', 'fone'] as const

function recordOf(row: Record<string, unknown> | undefined): IxcRecord | null {
  const id = row ? member(row, 'id') : ''
  if (!row || id === '') return null
  return {
    id,
    name: member(row, 'razao') || member(row, 'fantasia'),
    phones: PHONES.map(name => member(row, name)).filter(phone => phone !== ''),
    // Empty dates are zeros there.
    birthDate: /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(member(row, 'data_nascimento'))?.[0] ?? '',
    email: member(row, 'email').trim(),
  }
}

/** States of a contract's access: blocked automatically, and overdue. Only a person may lift a manual block. */
const BLOCKED: ReadonlySet<string> = new Set(['CA', 'FA'])

export interface Ixc {
  /** @returns null for an unknown document. */
  customerBy(document: string): Promise<IxcRecord | null>
  /** @returns null when it no longer exists. */
  customerOf(id: string): Promise<IxcRecord | null>
  /** Open bills, earliest due date first. */
  openBills(customerId: string): Promise<IxcBill[]>
  /** The bill as PDF. */
  billPdf(billId: string): Promise<Uint8Array>
  /** Its Pix code; null when the bill has none. */
  billPix(billId: string): Promise<string | null>
  contracts(customerId: string): Promise<IxcContract[]>
  /** Unlocks a contract on trust. @returns whether the provider did it; the provider decides. */
  unlock(contractId: string): Promise<boolean>
  /** Asks for one customer, to check address and token. */
  greet(): Promise<void>
}

/** All functions throw IxcError. */
export function ixcClient(options: IxcOptions): Ixc {
  const base = options.baseUrl.replace(/\/+$/, '').replace(/\/webservice\/v1$/i, '')
  const authorization = `Basic ${Buffer.from(options.token).toString('base64')}`

  async function once(resource: string, body: object, most: number): Promise<string> {
    const call = guardedFetch(options.local, most)
    let answer: Response
    let words: string
    try {
      ;[answer, words] = await within(options.timeoutMs, async signal => {
        const response = await call(`${base}/webservice/v1/${resource}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', ixcsoft: 'listar' },
          body: JSON.stringify(body),
          signal,
        })
        return [response, await response.text()] as const
      })
    } catch (error) {
      if (error instanceof AddressRefused) throw new IxcError('address', error.message)
      if (error instanceof AnswerTooLong) throw new IxcError('failed', error.message, error)
      const late = error instanceof Error && /abort|timeout/i.test(`${error.name} ${error.message}`)
      throw new IxcError(late ? 'silent' : 'failed', error instanceof Error ? error.message : String(error))
    }
    if (answer.status === 401 || answer.status === 403) throw new IxcError('key', 'the token was refused')
    if (!answer.ok) throw new IxcError('failed', `status ${answer.status}`)
    return words
  }

  /** @param attempts 1 for what must not happen twice. */
  async function ask(
    resource: string,
    body: object,
    { attempts = options.attempts, most = MOST_BYTES.rows }: { attempts?: number; most?: number } = {},
  ): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(resource, body, most)
      } catch (error) {
        if (isFinal(error) || attempt >= attempts) throw error
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS * 2 ** (attempt - 1)))
      }
    }
  }

  function parsed<T>(schema: z.ZodType<T>, words: string): T {
    let value: unknown
    try {
      value = JSON.parse(words)
    } catch {
      throw new IxcError('failed', 'the answer is not JSON')
    }
    const answered = answerShape.safeParse(value)
    const kind = answered.success ? (answered.data.type ?? answered.data.tipo) : undefined
    if (kind === 'error' || kind === 'erro')
      throw new IxcError(
        'failed',
        (answered.data?.message ?? answered.data?.mensagem ?? 'refused').slice(0, 200),
      )
    const read = schema.safeParse(value)
    if (!read.success) throw new IxcError('failed', 'the answer cannot be read')
    return read.data
  }

  async function rows(resource: string, query: object): Promise<Record<string, unknown>[]> {
    return parsed(page, await ask(resource, { oper: '=', page: '1', sortorder: 'asc', ...query })).registros
  }

  return {
    async customerBy(document) {
      const [row] = await rows('cliente', {
        qtype: 'cliente.cnpj_cpf',
        query: documentText(document),
        rp: '1',
        sortname: 'cliente.id',
      })
      return recordOf(row)
    },
    async customerOf(id) {
      const [row] = await rows('cliente', {
        qtype: 'cliente.id',
        query: id,
        rp: '1',
        sortname: 'cliente.id',
      })
      const record = recordOf(row)
      return record?.id === id ? record : null
    },
    async openBills(customerId) {
      const found = await rows('fn_areceber', {
        qtype: 'fn_areceber.id_cliente',
        query: customerId,
        rp: String(MOST_BILLS),
        sortname: 'fn_areceber.data_vencimento',
        grid_param: JSON.stringify([{ TB: 'fn_areceber.status', OP: '=', P: 'A' }]),
      })
      return found
        .filter(row => member(row, 'id') !== '' && ['', 'A'].includes(member(row, 'status')))
        .map(row => ({
          id: member(row, 'id'),
          cents: centsOf(member(row, 'valor_aberto') || member(row, 'valor')),
          dueDate: /^\d{4}-\d{2}-\d{2}/.exec(member(row, 'data_vencimento'))?.[0] ?? '',
        }))
        .sort((a, b) => a.dueDate.localeCompare(b.dueDate))
    },
    async billPdf(billId) {
      const words = await ask(
        'get_boleto',
        { boletos: billId, juro: 'S', multa: 'S', atualiza_boleto: 'S', tipo_boleto: 'arquivo', base64: 'S' },
        { most: MOST_BYTES.pdf },
      )
      const bytes = Buffer.from(words.trim().replace(/^"|"$/g, '').replaceAll('\\/', '/'), 'base64')
      if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-')
        throw new IxcError('failed', 'the bill is no PDF')
      return bytes
    },
    async billPix(billId) {
      const found = pix.safeParse(parsed(z.unknown(), await ask('get_pix', { id_areceber: billId })))
      return found.success ? found.data.pix.qrCode.qrcode : null
    },
    async contracts(customerId) {
      const found = await rows('cliente_contrato', {
        qtype: 'cliente_contrato.id_cliente',
        query: customerId,
        rp: '50',
        sortname: 'cliente_contrato.id',
      })
      return found
        .filter(row => member(row, 'id') !== '' && ['', 'A'].includes(member(row, 'status')))
        .map(row => ({ id: member(row, 'id'), blocked: BLOCKED.has(member(row, 'status_internet')) }))
    },
    async unlock(contractId) {
      const words = await ask('desbloqueio_confianca', { id: contractId }, { attempts: 1 })
      let value: unknown
      try {
        value = JSON.parse(words)
      } catch {
        throw new IxcError('failed', 'the answer is not JSON')
      }
      const answered = answerShape.safeParse(value)
      return (
        answered.success && ['success', 'sucesso'].includes(answered.data.type ?? answered.data.tipo ?? '')
      )
    },
    async greet() {
      await rows('cliente', { qtype: 'cliente.id', query: '0', oper: '>', rp: '1', sortname: 'cliente.id' })
    },
  }
}
