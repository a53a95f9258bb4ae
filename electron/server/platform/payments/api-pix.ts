/**
 * The open "API Pix" standard of Brazil's central bank, as any bank offers it: OAuth2 client credentials over TLS with a
 * client certificate, PUT /cob/{txid}, GET /cob/{txid}.
 */
import { randomBytes } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { amountText, CHARGE_LIFE_S, centsOfText } from '@contract'
import { z } from 'zod'
import { type BankAnswer, callBank } from './bank-call'
import { locationCode, type Merchant } from './pix-code'
import { type ChargeFound, PaymentError, type PaymentProvider } from './provider'

export interface ApiPixOptions extends Merchant {
  pixKey: string
  receiver: string
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** PEM: certificate and private key. */
  certificate: string
  /** PEM of an authority besides the system's (tests). */
  ca?: string
}

/** Scopes of the calls below (API Pix, security). */
const SCOPE = 'cob.write cob.read pix.read'
/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000
/** Bytes of a txid: 32 characters, of the 26 to 35 the standard asks for. */
const TXID_BYTES = 16

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(300) })

const amount = z.string().transform((value, ctx) => {
  const cents = centsOfText(value)
  if (cents !== null) return cents
  ctx.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})

const charge = z.object({
  txid: z.string(),
  status: z.string(),
  chave: z.string().optional(),
  valor: z.object({ original: amount }),
  calendario: z
    .object({ criacao: z.string().optional(), expiracao: z.coerce.number().optional() })
    .optional(),
  pixCopiaECola: z.string().optional(),
  location: z.string().optional(),
  loc: z.object({ location: z.string().optional() }).optional(),
  pix: z
    .array(
      z.object({
        txid: z.string().optional(),
        endToEndId: z.string().optional(),
        valor: amount,
        devolucoes: z.array(z.object({ valor: amount, status: z.string() })).optional(),
      }),
    )
    .optional(),
})
type Charge = z.output<typeof charge>

/** Reads a client certificate with its key. @throws PaymentError when the text has none, or they do not match. */
export function bankContext(certificate: string, ca?: string): SecureContext {
  try {
    return createSecureContext({ cert: certificate, key: certificate, ...(ca ? { ca } : {}) })
  } catch {
    throw new PaymentError('the certificate cannot be read')
  }
}

/** Payments to a charge minus refunds. */
function received({ txid, pix = [] }: Charge): { cents: number; endToEndId: string | null } {
  const own = pix.filter(one => one.txid === undefined || one.txid === txid)
  const back = (one: (typeof own)[number]): number =>
    (one.devolucoes ?? [])
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, { valor }) => sum + valor, 0)
  return {
    cents: own.reduce((sum, one) => sum + one.valor - back(one), 0),
    endToEndId: own[0]?.endToEndId ?? null,
  }
}

export function apiPix(options: ApiPixOptions): PaymentProvider {
  const context = bankContext(options.certificate, options.ca)
  const base = options.baseUrl.replace(/\/+$/, '')
  let token: { value: string; until: number } | null = null

  async function accessToken(): Promise<string> {
    if (token && token.until > performance.now()) return token.value
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')
    const { status, body } = await callBank({
      method: 'POST',
      url: options.tokenUrl,
      context,
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE }).toString(),
    })
    const parsed = tokenAnswer.safeParse(body)
    if (status !== 200 || !parsed.success) throw new PaymentError(`the bank gave no token (${status})`)
    const { access_token, expires_in } = parsed.data
    token = { value: access_token, until: performance.now() + expires_in * 1_000 - EARLY_MS }
    return access_token
  }

  async function ask(method: 'GET' | 'PUT', path: string, json?: object): Promise<BankAnswer> {
    const once = async (): Promise<BankAnswer> =>
      callBank({
        method,
        url: `${base}${path}`,
        context,
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          ...(json ? { 'content-type': 'application/json' } : {}),
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
    const answer = await once()
    if (answer.status !== 401) return answer
    // The bank revoked the token early.
    token = null
    return once()
  }

  /** @throws PaymentError unless the answer is about this charge and this receiver. */
  function read({ status, body }: BankAnswer, txid: string, key: string): Charge {
    if (status < 200 || status > 299) throw new PaymentError(`the bank refused (${status})`)
    const parsed = charge.safeParse(body)
    if (!parsed.success) throw new PaymentError('the answer of the bank cannot be read')
    if (parsed.data.txid !== txid) throw new PaymentError('the bank answered about another charge')
    if (parsed.data.chave !== undefined && parsed.data.chave !== key)
      throw new PaymentError('the charge is for another receiver')
    return parsed.data
  }

  return {
    name: 'apiPix',
    settledBy: 'bank',
    receiver: options.receiver,
    newTxid: () => randomBytes(TXID_BYTES).toString('hex'),
    async charge({ txid, cents, description }) {
      const answer = await ask('PUT', `/cob/${txid}`, {
        calendario: { expiracao: CHARGE_LIFE_S },
        valor: { original: amountText(cents) },
        chave: options.pixKey,
        solicitacaoPagador: description.slice(0, 140),
      })
      const made = read(answer, txid, options.pixKey)
      if (made.valor.original !== cents) throw new PaymentError('the bank charges another amount')
      const location = made.loc?.location ?? made.location
      if (!made.pixCopiaECola && !location) throw new PaymentError('the bank gave no code')
      const began = Date.parse(made.calendario?.criacao ?? '')
      const life = (made.calendario?.expiracao ?? CHARGE_LIFE_S) * 1_000
      return {
        code: made.pixCopiaECola ?? (await locationCode(options, location ?? '')),
        expiresAt: new Date((Number.isNaN(began) ? Date.now() : began) + life).toISOString(),
      }
    },
    async look(txid, _made, receiver): Promise<ChargeFound> {
      const [key = ''] = receiver.split('\n')
      const found = read(await ask('GET', `/cob/${txid}`), txid, key || options.pixKey)
      if (found.status === 'CONCLUIDA') return { status: 'paid', ...received(found) }
      const active = found.status === 'ATIVA'
      return { status: active ? 'active' : 'ended', cents: 0, endToEndId: null }
    },
  }
}
