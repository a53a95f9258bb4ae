/**
 * A bank that speaks API Pix on loopback: TLS with client certificates, OAuth2 client credentials, charges in memory.
 * The certificates are made for each run.
 */
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'

interface BankCharge {
  txid: string
  chave: string
  original: string
  status: string
  pix: { txid: string; endToEndId: string; valor: string }[]
}

export interface PixBank {
  baseUrl: string
  tokenUrl: string
  /** PEM of the authority the server's certificate is by. */
  ca: string
  /** PEM of the client: certificate and key. */
  client: string
  /** Tokens that are taken; emptied by a test to end them. */
  tokens: Set<string>
  /** Put over the answers about charges. */
  spoil: Record<string, unknown>
  /** Leaves out pixCopiaECola, as earlier versions of the standard do. */
  locationOnly: boolean
  /** Pays a charge. */
  pay(txid: string): void
  close(): Promise<void>
}

const name = (value: string) => [{ name: 'commonName', value }]
const body = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** TLS goes by the machine's clock, whatever the test's is. */
const FAR = new Date('2091-01-01T00:00:00Z')

export async function startPixBank(): Promise<PixBank> {
  const made = await generate(name('127.0.0.1'), {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
    clientCertificate: { cn: 'turno', notAfterDate: FAR },
    notAfterDate: FAR,
  } as Parameters<typeof generate>[1])
  if (!made.clientcert || !made.clientprivate) throw new Error('no client certificate')
  const charges = new Map<string, BankCharge>()
  const bank: Omit<PixBank, 'baseUrl' | 'tokenUrl' | 'close'> = {
    ca: made.cert,
    client: `${made.clientcert}\n${made.clientprivate}`,
    tokens: new Set(),
    spoil: {},
    locationOnly: false,
    pay(txid) {
      const charge = charges.get(txid)
      if (!charge) throw new Error(`no charge ${txid}`)
      charge.status = 'CONCLUIDA'
      charge.pix = [{ txid, endToEndId: `E1234${txid}`, valor: charge.original }]
    },
  }
  const view = ({ original, ...charge }: BankCharge) => ({
    calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
    revisao: 0,
    location: `pix.example.com/qr/v2/${charge.txid}`,
    valor: { original },
    ...charge,
    ...(bank.locationOnly ? {} : { pixCopiaECola: `00020101021226pix${charge.txid}6304ABCD` }),
    ...bank.spoil,
  })
  const server: Server = createServer(
    { key: made.private, cert: made.cert, ca: made.cert, requestCert: true, rejectUnauthorized: true },
    async (request, response) => {
      const answer = (status: number, json: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(json))
      }
      const { method = '', url = '' } = request
      const [, area = '', txid = ''] = url.split('/')
      if (!(request.socket as TLSSocket).authorized) return answer(403, {})
      const sent = await body(request)
      if (area === 'token') {
        const basic = `Basic ${Buffer.from('turno-client:turno-secret').toString('base64')}`
        const grant = new URLSearchParams(sent).get('grant_type')
        if (request.headers.authorization !== basic || grant !== 'client_credentials') return answer(401, {})
        const token = crypto.randomUUID()
        bank.tokens.add(token)
        return answer(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
      }
      if (!bank.tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
        return answer(401, {})
      if (area !== 'cob' || !/^[a-zA-Z0-9]{26,35}$/.test(txid)) return answer(400, { title: 'txid' })
      if (method === 'PUT') {
        const asked = JSON.parse(sent) as { valor: { original: string }; chave: string }
        if (!/^\d{1,10}\.\d{2}$/.test(asked.valor.original)) return answer(400, { title: 'valor' })
        const charge = { txid, chave: asked.chave, original: asked.valor.original, status: 'ATIVA', pix: [] }
        charges.set(txid, charge)
        return answer(201, view(charge))
      }
      const charge = charges.get(txid)
      return charge ? answer(200, view(charge)) : answer(404, {})
    },
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const at = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(bank, {
    baseUrl: at,
    tokenUrl: `${at}/token`,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
