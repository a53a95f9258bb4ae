/**
 * Messages between the processes of one database, by NOTIFY over the connection that holds each process's lease
 * (db/engine/leases.ts); a process without it is not asked. Sent in parts, as one NOTIFY carries less than 8,000 bytes.
 */
import { randomUUID } from 'node:crypto'
import type { ServerErrorCode } from '@contract'
import { z } from 'zod'
import { ApiError } from '../../errors'
import { type Log, reasonOf } from '../../log'
import type { Line } from '../db/engine/process-connection'
import { type Bus, BusError } from './cluster'
import { gathered } from './gathered'

/** Characters of one part, each of them a byte. */
const PART = 7_900

const message = z.union([
  z.object({ from: z.number(), topic: z.string(), payload: z.unknown() }),
  z.object({ from: z.number(), ask: z.string(), payload: z.unknown() }),
  z.object({
    reply: z.string(),
    answer: z.unknown(),
    nobody: z.boolean().optional(),
    error: z
      .object({ code: z.string(), details: z.record(z.string(), z.unknown()), status: z.number() })
      .optional(),
  }),
])
type Message = z.input<typeof message>

/** Converted as JSON converts it, so that one process and two answer alike. */
const carried = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

/** In ASCII, as JSON allows: every character is a byte, and a message can be cut anywhere. */
const written = (said: Message): string =>
  JSON.stringify(said).replace(
    /[^\x20-\x7e]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Builds the bus. @param line the connection of this process to the others. */
export function busOver(line: Line, log: Log): Bus & { close(): void } {
  const me = line.process
  const listeners = new Map<string, Set<(payload: unknown) => void | Promise<void>>>()
  let answering: ((payload: unknown) => unknown) | null = null
  const asked = new Map<string, { resolve(answer: unknown): void; reject(error: Error): void; of: number }>()
  let serial = 0

  /** @returns whether the process has a line; to all (null): true. */
  const send = gathered<{ to: number | null; said: Message }, boolean>(async all => {
    const parts: { to: number | null; part: string; of: number }[] = []
    for (const [of, { to, said }] of all.entries()) {
      const text = written(said)
      for (let at = 0; at < text.length; at += PART) {
        // PostgreSQL drops equal parts: each has a number.
        serial += 1
        const more = at + PART < text.length ? '+' : '.'
        parts.push({ to, of, part: `${serial}${more}${text.slice(at, at + PART)}` })
      }
    }
    const sent = await line.notify(parts)
    const reached = new Set(parts.filter((_, at) => sent.has(at)).map(({ of }) => of))
    return all.map((_, of) => reached.has(of))
  })
  const dispatch = (topic: string, payload: unknown): void => {
    for (const listener of listeners.get(topic) ?? [])
      Promise.resolve()
        .then(() => listener(payload))
        .catch(error => log.error('a message of another process failed', { topic, reason: reasonOf(error) }))
  }
  const replyTo = async (to: number, reply: string, payload: unknown): Promise<void> => {
    let replyMessage: Message
    try {
      replyMessage = answering
        ? { reply, answer: carried(await answering(payload)) }
        : { reply, answer: null, nobody: true }
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('ERR_INTERNAL')
      if (known !== error) log.error('a question could not be answered', { reason: reasonOf(error) })
      const { code, details, status } = known
      replyMessage = { reply, answer: null, error: { code, details, status } }
    }
    await send({ to, said: replyMessage }).catch(error =>
      log.warn('an answer was lost', { reason: reasonOf(error) }),
    )
  }
  const take = (text: string): void => {
    const came = message.safeParse(JSON.parse(text)).data
    if (!came) log.warn('a message of another process cannot be read')
    else if ('topic' in came) {
      if (came.from !== me) dispatch(came.topic, came.payload)
    } else if ('ask' in came) void replyTo(came.from, came.ask, came.payload)
    else {
      const waiting = asked.get(came.reply)
      if (came.nobody) waiting?.reject(new BusError('nobody', waiting.of))
      else if (came.error) {
        const { code, details, status } = came.error
        waiting?.reject(new ApiError(code as ServerErrorCode, details, status))
      } else waiting?.resolve(came.answer)
    }
  }
  /** The received parts of a message. They arrive in order, because they are sent in one transaction. */
  let begun = ''
  line.onMessage(part => {
    // A new connection: incomplete messages of the last one never end.
    if (part === null) {
      begun = ''
      return
    }
    const head = part.search(/[+.]/)
    begun += part.slice(head + 1)
    if (part[head] === '+') return
    const whole = begun
    begun = ''
    take(whole)
  })

  return {
    publish(topic, payload) {
      dispatch(topic, carried(payload))
      send({ to: null, said: { from: me, topic, payload } }).catch(error =>
        log.warn('a message did not reach the other processes', { topic, reason: reasonOf(error) }),
      )
    },
    on(topic, listener) {
      const all = listeners.get(topic) ?? new Set()
      all.add(listener)
      listeners.set(topic, all)
      return () => void all.delete(listener)
    },
    answer(answers) {
      answering = answers
      return () => {
        answering = null
      }
    },
    async ask(to, payload, { timeoutMs }) {
      if (!line.isUp()) throw new BusError('away', to)
      const ask = randomUUID()
      const answer = new Promise<unknown>((resolve, reject) => {
        asked.set(ask, { resolve, reject, of: to })
        send({ to, said: { from: me, ask, payload } }).then(
          reached => reached || reject(new BusError('nobody', to)),
          // It may have left before the connection broke.
          () => reject(new BusError('late', to)),
        )
      })
      const clock = setTimeout(() => asked.get(ask)?.reject(new BusError('late', to)), timeoutMs)
      try {
        return await answer
      } finally {
        clearTimeout(clock)
        asked.delete(ask)
      }
    },
    close() {
      for (const { reject, of } of asked.values()) reject(new BusError('away', of))
    },
  }
}
