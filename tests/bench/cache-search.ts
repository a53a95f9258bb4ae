import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCache } from '../../electron/main/cache/cache'
import { openLocalDb } from '../../electron/main/local-db/local-db'
import { createLog } from '../../electron/main/log/log'

const WORDS =
  'pedido entrega boleto fatura cartão endereço produto troca garantia prazo amanhã hoje obrigado bom dia tarde noite não sim claro negociação reunião código rastreio loja cliente atendimento orçamento desconto pagamento parcela técnico instalação visita internet sinal roteador plano cancelamento contrato assinatura nota fiscal estoque tamanho cor azul verde'.split(
    ' ',
  )
const NAMES =
  'Ana Bruno Carla Daniel Érica Fábio Gabriela Hélio Íris João Karina Lúcia Márcio Natália Otávio'.split(' ')
const FAMILIES = 'Silva Souza Oliveira Conceição Araújo Gonçalves Pereira Lima Ribeiro Antônio'.split(' ')

/** Always the same sequence, so that two runs measure the same thing. */
function sequence(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const p95 = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

/** Fills a cache, searches it, prints a line per query. @returns the slowest query's figures in milliseconds. */
export async function run(size: number): Promise<{ median: number; p95: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turno-bench-'))
  const log = createLog((level, line) => level === 'error' && console.error(line))
  const db = await openLocalDb({ dataDir, log })
  const cache = createCache({ db, log })
  await cache.open(await db.scopeOf({ server: 'bench', companyId: 1, userId: 1 }))
  const pick = sequence(7)
  const people = Math.max(100, Math.floor(size / 10))
  const contacts = [...Array(people).keys()].map(id => ({
    id: id + 1,
    name: `${NAMES[pick(NAMES.length)]} ${FAMILIES[pick(FAMILIES.length)]} ${id}`,
    number: `55${11 + pick(80)}9${String(10_000_000 + pick(89_999_999))}`,
  }))
  const started = performance.now()
  const base = Date.UTC(2026, 0, 1)
  let done = 0
  while (done < size) {
    const batch = [...Array(Math.min(2_000, size - done)).keys()].map(i => {
      const n = done + i
      const words = [...Array(4 + pick(20))].map(() => WORDS[pick(WORDS.length)])
      return {
        id: `3EB0${n}`,
        ticketId: 1 + pick(people),
        contactId: null,
        body: `${words.join(' ')} ${n}`,
        fromMe: pick(2) === 0,
        ack: 3,
        createdAt: new Date(base + n * 20_000).toISOString(),
      }
    })
    cache.rememberMessages(batch)
    await cache.flush()
    done += batch.length
  }
  cache.rememberContacts(contacts)
  cache.rememberTickets(
    contacts.map(contact => ({
      id: contact.id,
      uuid: `u${contact.id}`,
      status: 'closed',
      contactId: contact.id,
      contact,
      lastMessage: 'obrigado',
      createdAt: new Date(base).toISOString(),
      updatedAt: new Date(base + contact.id * 1_000).toISOString(),
    })),
  )
  await cache.flush()
  const filled = performance.now() - started
  const { size: bytes } = await stat(db.file)
  console.log(
    `filled ${size} messages, ${people} contacts and tickets in ${(filled / 1_000).toFixed(1)} s, ` +
      `${((filled / (size + 3 * people)) * 1_000).toFixed(0)} us per row, ${(bytes / 1_048_576).toFixed(0)} MB`,
  )
  const queries = [
    'ob',
    'obrigado',
    'negociacao',
    'boleto fatura',
    'bom dia pedido entr',
    'érica conc',
    'silva',
    '98765',
    `${size - 5}`,
    'inexistente',
  ]
  const worst = { median: 0, p95: 0 }
  for (const query of queries) {
    const times: number[] = []
    let found = ''
    for (let i = 0; i < 40; i += 1) {
      const from = performance.now()
      const hits = await cache.search(query, 20)
      times.push(performance.now() - from)
      found = `${hits.contacts.length}/${hits.tickets.length}/${hits.messages.length}`
    }
    worst.median = Math.max(worst.median, median(times))
    worst.p95 = Math.max(worst.p95, p95(times))
    console.log(
      `search ${JSON.stringify(query).padEnd(24)} median ${median(times).toFixed(1)} ms  p95 ${p95(times).toFixed(1)} ms  found ${found}`,
    )
  }
  const opens: number[] = []
  for (let i = 0; i < 100; i += 1) {
    const from = performance.now()
    await cache.ticket({ uuid: `u${1 + pick(people)}` })
    await cache.thread(1 + pick(people), { before: null, limit: 40 })
    opens.push(performance.now() - from)
  }
  console.log(
    `open a seen ticket with its thread: median ${median(opens).toFixed(1)} ms  p95 ${p95(opens).toFixed(1)} ms`,
  )
  await cache.close()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
  return worst
}
