/**
 * The double of the Graph API in a process of its own, which may be killed at any moment: what it took and what was
 * acknowledged to it stands in a journal, and its next life goes on from there. It delivers what customers write (a
 * script) and tells of what it took, signed, twice, late and out of order, until it is acknowledged.
 * Argument: JSON of `GraphOrder`. Says `{ ready }`, and `{ left }` for each `'left'`: deliveries without an acknowledgement.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { GraphDouble, type Sent } from '../support/graph-double'
import type { StoredFile } from '../support/graph-files'
import { type Bundle, SCRIPT, type Written } from './cloud-script'
import { journalIn } from './lib/graph-journal'
import { seeded } from './lib/random'

export interface GraphOrder {
  /** Of the journal; the script lies there. */
  folder: string
  port: number
  seed: number
  /** Addresses of the webhooks, by the number's id at the provider. */
  hooks: Record<string, string>
}

/** Files that outlive the process. */
class KeptFiles extends Map<string, StoredFile> {
  constructor(private readonly folder: string) {
    super()
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder).filter(one => one.endsWith('.json'))) {
      const id = name.replace(/\.json$/, '')
      const { mime, title } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        mime: string
        title: string
      }
      super.set(id, { bytes: readFileSync(join(folder, id)), mime, name: title })
    }
  }
  override set(id: string, file: StoredFile): this {
    writeFileSync(join(this.folder, id), file.bytes)
    writeFileSync(join(this.folder, `${id}.json`), JSON.stringify({ mime: file.mime, title: file.name }))
    return super.set(id, file)
  }
}

/** Statuses are late by this at least, in milliseconds: longer than a message is waited for before it is called unsure. */
const LATE_MS = 9_000

async function run(order: GraphOrder): Promise<void> {
  const streams = JSON.parse(readFileSync(join(order.folder, SCRIPT), 'utf8')) as Bundle[][]
  const { lines: before, note } = journalIn(order.folder)
  const life = before.filter(line => line.kind === 'life').length
  const random = seeded(order.seed + life)
  note({ kind: 'life' })

  const heard = new Set(before.flatMap(line => (line.kind === 'heard' ? [line.key] : [])))
  const graph = new GraphDouble((life + 1) * 1_000_000)
  for (const phone of Object.keys(order.hooks)) graph.phones.add(phone)
  graph.files = new KeptFiles(join(order.folder, 'files'))
  let left = 0

  /** Delivers until it is acknowledged, once and for all lives. */
  const until = async (key: string, phone: string, body: unknown): Promise<void> => {
    while (!heard.has(key)) {
      const status = await graph.deliver(order.hooks[phone] ?? '', body).catch(() => 0)
      if (status === 200) {
        heard.add(key)
        note({ kind: 'heard', key })
      } else await delay(80 + random() * 300)
    }
  }
  /** @param lateness share of messages whose statuses are late. */
  const tell = async (sent: Sent, lateness: number): Promise<void> => {
    const words = ['sent', 'delivered', 'read'].filter(word => !heard.has(`${sent.wamid}:${word}`))
    left += words.length
    await delay(random() < lateness ? LATE_MS + random() * 1_000 : random() * 400)
    for (const word of words.sort(() => random() - 0.5)) {
      const body = graph.delivery({ statuses: [graph.status(sent, word)] }, sent.phoneNumberId)
      await until(`${sent.wamid}:${word}`, sent.phoneNumberId, body)
      if (random() < 0.2)
        await graph.deliver(order.hooks[sent.phoneNumberId] ?? '', body).catch(() => undefined)
      left -= 1
    }
  }
  graph.onTaken = sent => {
    note({ kind: 'taken', sent })
    // Now and then it is gone right after it took something: the answer is lost.
    if (random() < 0.01) process.kill(process.pid, 'SIGKILL')
    void tell(sent, 0.05)
  }

  const messageOf = ({ id, from, body, at, file }: Written, words = body) => {
    const base = { id, from, timestamp: String(at) }
    if (file === null) return { ...base, type: 'text', text: { body: words } }
    if (!graph.files.has(file))
      graph.files.set(file, { bytes: Buffer.from(`file of ${body}`), mime: 'text/plain', name: 'a.txt' })
    const document = { id: file, mime_type: 'text/plain', filename: 'a.txt', caption: words }
    return { ...base, type: 'document', document }
  }
  const bodyOf = ({ messages, phone }: Bundle, words?: string) =>
    graph.delivery(
      {
        messages: messages.map(one => messageOf(one, words)),
        names: Object.fromEntries(messages.map(({ from }) => [from, `Cliente ${from.slice(-4)}`])),
      },
      phone,
    )
  const stream = async (bundles: readonly Bundle[]): Promise<void> => {
    for (const bundle of bundles) {
      const hook = order.hooks[bundle.phone] ?? ''
      if (!heard.has(bundle.key)) {
        if (bundle.forged) {
          const change = (text: string) => text.replaceAll('"body":"', '"body":"Pague aqui: ')
          const forged = await graph.deliver(hook, bodyOf(bundle), { change }).catch(() => 0)
          if (forged === 200 && bundle.messages.some(({ file }) => file === null))
            throw new Error('a forged delivery was acknowledged')
        }
        await until(bundle.key, bundle.phone, bodyOf(bundle))
        if (bundle.twice) await graph.deliver(hook, bodyOf(bundle)).catch(() => undefined)
      }
      if (bundle.changedLater) await until(`${bundle.key}:changed`, bundle.phone, bodyOf(bundle, 'trocado'))
      left -= 1
      await delay(random() * 60)
    }
  }

  left += streams.flat().length
  await graph.start(order.port)
  for (const line of before) if (line.kind === 'taken') void tell(line.sent, 0.5)
  for (const bundles of streams) void stream(bundles)
  process.on('message', () => process.send?.({ left }))
  process.on('disconnect', () => process.exit(0))
  process.send?.({ ready: true })
}

await run(JSON.parse(process.argv[2] ?? '{}') as GraphOrder)
