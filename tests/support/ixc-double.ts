/** A stand-in for the public REST webservice of IXC Provedor on loopback. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface IxcDouble {
  url: string
  /** Resources asked for, in their order. */
  asked: { resource: string; list: boolean; authorization: string; body: Record<string, string> }[]
  customers: {
    id: string
    razao: string
    cnpj_cpf: string
    telefone_celular?: string
    data_nascimento?: string
    email?: string
  }[]
  bills: { id: string; id_cliente: string; valor: string; data_vencimento: string; status: string }[]
  contracts: { id: string; id_cliente: string; status: string; status_internet: string }[]
  /** Bills that have a Pix code. */
  pix: Record<string, string>
  /**
   * What becomes of the next questions: a status, `silent` for no answer at all, `lost` for one that is done and whose
   * answer is cut off, or a text in the place of the answer.
   */
  next: (number | 'silent' | 'lost' | { text: string })[]
  unlocks: boolean
  close(): Promise<void>
}

export const IXC_TOKEN = '7:0123456789abcdef'
/** The smallest thing that is taken for a PDF. */
export const BILL_PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as Record<string, string>
}

export async function startIxcDouble(): Promise<IxcDouble> {
  const double: IxcDouble = {
    url: '',
    asked: [],
    customers: [
      {
        id: '12',
        razao: 'Maria da Silva',
        cnpj_cpf: '529.982.247-25',
        data_nascimento: '1985-03-07',
        email: 'Maria@Exemplo.com',
      },
    ],
    bills: [
      { id: '901', id_cliente: '12', valor: '129.90', data_vencimento: '2026-12-10', status: 'A' },
      { id: '900', id_cliente: '12', valor: '99.90', data_vencimento: '2026-11-10', status: 'A' },
    ],
    contracts: [{ id: '55', id_cliente: '12', status: 'A', status_internet: 'CA' }],
    pix: { '900': '00020126PIX900', '901': '00020126PIX901' },
    next: [],
    unlocks: true,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const answer = (resource: string, body: Record<string, string>): unknown => {
    const listed = (registros: object[]) => ({ page: '1', total: String(registros.length), registros })
    switch (resource) {
      case 'cliente':
        return listed(
          body.qtype === 'cliente.cnpj_cpf'
            ? double.customers.filter(one => one.cnpj_cpf === body.query)
            : body.oper === '='
              ? double.customers.filter(one => one.id === body.query)
              : double.customers.slice(0, 1),
        )
      case 'fn_areceber':
        return listed(double.bills.filter(one => one.id_cliente === body.query && one.status === 'A'))
      case 'cliente_contrato':
        return listed(double.contracts.filter(one => one.id_cliente === body.query))
      case 'get_boleto':
        return BILL_PDF.toString('base64')
      case 'get_pix':
        return double.pix[body.id_areceber ?? '']
          ? { type: 'success', pix: { qrCode: { qrcode: double.pix[body.id_areceber ?? ''] } } }
          : { type: 'success', pix: [] }
      case 'desbloqueio_confianca':
        if (!double.unlocks) return { tipo: 'erro', mensagem: 'Limite de desbloqueios' }
        for (const one of double.contracts) if (one.id === body.id) one.status_internet = 'A'
        return { tipo: 'sucesso', mensagem: 'Contrato desbloqueado' }
      default:
        return { type: 'error', message: 'recurso desconhecido' }
    }
  }
  const server = createServer(async (request, response) => {
    const resource = request.url?.split('/webservice/v1/')[1] ?? ''
    const body = await bodyOf(request)
    const authorization = request.headers.authorization ?? ''
    double.asked.push({ resource, list: request.headers.ixcsoft === 'listar', authorization, body })
    const how = double.next.shift()
    if (how === 'silent') return
    if (authorization !== `Basic ${Buffer.from(IXC_TOKEN).toString('base64')}`) {
      response.writeHead(401).end('unauthorized')
      return
    }
    if (typeof how === 'number') {
      response.writeHead(how).end('broken')
      return
    }
    const said = typeof how === 'object' ? how.text : answer(resource, body)
    if (how === 'lost') return void response.destroy()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof said === 'string' ? said : JSON.stringify(said))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}
