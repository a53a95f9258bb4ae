/**
 * WhatsApp's server and its people in a process of their own, which may be killed at any moment: what was written, with the
 * keys it was written with, and what was acknowledged stands in a journal, and the next life goes on from there.
 * Argument: JSON of `WhatsAppOrder`. Says `{ ready }`, and `{ left }` for each message: deliveries without an acknowledgement.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BufferJSON } from '@whiskeysockets/baileys'
import { createPerson, deviceOf, WhatsAppServer } from '../support/whatsapp-server'
import { type Bundle, SCRIPT, type Written } from './cloud-script'
import { seeded } from './lib/random'
import { journalIn } from './lib/whatsapp-journal'

export interface WhatsAppOrder {
  /** Of the journal; the script lies there. */
  folder: string
  port: number
  seed: number
  devices: Record<string, string>
}

async function run(order: WhatsAppOrder): Promise<void> {
  const streams = JSON.parse(readFileSync(join(order.folder, SCRIPT), 'utf8')) as Bundle[][]
  const { lines: before, note } = journalIn(order.folder)
  const random = seeded(order.seed + before.filter(({ kind }) => kind === 'life').length)
  note({ kind: 'life' })
  const heard = new Set(before.flatMap(line => (line.kind === 'heard' ? [line.id] : [])))
  const server = new WhatsAppServer()
  const personKeys = new Map<string, string>()
  const written = new Set<string>()
  for (const line of before) {
    if (line.kind !== 'written') continue
    personKeys.set(`${line.phone} ${line.person}`, line.keys)
    const id = line.stanza.attrs.id ?? ''
    written.add(id)
    if (!heard.has(id)) server.deliver(line.phone, line.stanza)
  }
  const people = new Map<string, Promise<ReturnType<typeof createPerson>>>()
  const meet = async (phone: string, number: string) => {
    const person = createPerson(`${number}@s.whatsapp.net`, personKeys.get(`${phone} ${number}`))
    await person.meet(deviceOf(phone), JSON.parse(order.devices[phone] ?? '', BufferJSON.reviver))
    return person
  }
  const personOf = (phone: string, number: string) => {
    const key = `${phone} ${number}`
    const known = people.get(key) ?? meet(phone, number)
    people.set(key, known)
    return known
  }

  /** That a message of a number has reached a phone. */
  const reached = (phone: string, id: string, to: string): void => {
    const t = String(Math.floor(Date.now() / 1_000))
    if (!heard.has(id)) server.deliver(phone, { tag: 'receipt', attrs: { id, from: to, t } })
  }
  server.onStanza = (phone, node) => {
    const { id = '', to = '', type } = node.attrs
    if (node.tag === 'message') {
      note({ kind: 'taken', id, phone, to })
      // Now and then it is gone right after it took something: the answer is lost.
      if (random() < 0.01) process.kill(process.pid, 'SIGKILL')
      server.send(phone, { tag: 'ack', attrs: { id, class: 'message', from: to } })
      setTimeout(() => reached(phone, id, to), random() * 400)
    }
    if ((node.tag === 'ack' || (node.tag === 'receipt' && type !== 'retry')) && !heard.has(id)) {
      heard.add(id)
      note({ kind: 'heard', id, how: [node.tag, type, node.attrs.error].filter(Boolean).join(' ') })
    }
  }

  const write = async ({ id, phone, from, body, at }: Written): Promise<void> => {
    const person = await personOf(phone, from)
    const stanza = await person.write(deviceOf(phone), id, { conversation: body }, { t: String(at) })
    note({ kind: 'written', phone, person: from, stanza, keys: person.keys() })
    server.deliver(phone, stanza)
    // As WhatsApp does now and then: once more, although it was acknowledged.
    if (random() < 0.1) setTimeout(() => server.send(phone, stanza), random() * 400)
  }
  const stream = async (bundles: readonly Bundle[]): Promise<void> => {
    for (const { messages } of bundles) {
      for (const one of messages.toSorted((a, b) => a.at - b.at)) if (!written.has(one.id)) await write(one)
      await delay(random() * 60)
    }
  }
  for (const line of before) if (line.kind === 'taken') reached(line.phone, line.id, line.to)
  await server.start(order.port)
  for (const bundles of streams) void stream(bundles)
  const ids = streams.flat().flatMap(({ messages }) => messages.map(({ id }) => id))
  process.on('message', () => process.send?.({ left: ids.filter(id => !heard.has(id)).length }))
  process.on('disconnect', () => process.exit(0))
  process.send?.({ ready: true })
}

await run(JSON.parse(process.argv[2] ?? '{}') as WhatsAppOrder)
