/**
 * Messages between the processes of one workspace, over the channels of Redis: one for each topic that is listened to, one for
 * each that is answered, and one for the answers to each process.
 */
import { randomUUID } from 'node:crypto'
import type { ServerErrorCode } from '@contract'
import { z } from 'zod'
import { ApiError } from '../errors'
import { type Log, reasonOf } from '../log'
import { type Bus, BusError, type Ends } from './cluster'
import type { RedisClient } from './redis'
import { turnOf } from './turn'

/** How long whoever ends a topic waits for Redis, milliseconds. */
const END_MS = 500

interface Parts {
  /** Of this process. */
  id: string
  prefix: string
  client: RedisClient
  /** Connection for what arrives. */
  listening: RedisClient
  log: Log
}

const said = z.object({ from: z.string(), payload: z.unknown() })
const question = z.object({ from: z.string(), id: z.string(), payload: z.unknown() })
const reply = z.object({
  id: z.string(),
  answer: z.unknown(),
  error: z
    .object({ code: z.string(), details: z.record(z.string(), z.unknown()), status: z.number() })
    .optional(),
})

/** Like JSON does it on its way: what is asked in one process and in two is answered alike. */
const carried = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

/**
 * Builds the bus.
 * @param parts two open connections to Redis, and under which names to speak.
 * @returns it, when answers can arrive.
 */
export async function busOver({
  id,
  prefix,
  client,
  listening,
  log,
}: Parts): Promise<Bus & { close(): void }> {
  const listeners = new Map<string, Set<(payload: unknown) => void | Promise<void>>>()
  const answering = new Map<string, (payload: unknown) => unknown>()
  const asked = new Map<
    string,
    { resolve(answer: unknown): void; reject(error: Error): void; topic: string }
  >()
  const topicChannel = (topic: string): string => `${prefix}on:${topic}`
  const askChannel = (topic: string): string => `${prefix}ask:${topic}`
  const replyChannel = (process: string): string => `${prefix}reply:${process}`

  /** Reads what arrived; what nobody here would have sent is logged and dropped. */
  const read = <T>(shape: z.ZodType<T>, text: string): T | null => {
    try {
      return shape.parse(JSON.parse(text))
    } catch (error) {
      log.warn('a message of another process cannot be read', { reason: reasonOf(error) })
      return null
    }
  }
  const hear = (topic: string, payload: unknown): void => {
    for (const listener of listeners.get(topic) ?? [])
      Promise.resolve()
        .then(() => listener(payload))
        .catch(error => log.error('a message of another process failed', { topic, reason: reasonOf(error) }))
  }
  const answerTo = async (topic: string, text: string): Promise<void> => {
    const asking = read(question, text)
    const answers = answering.get(topic)
    if (!asking || !answers) return
    let sent: z.input<typeof reply>
    try {
      sent = { id: asking.id, answer: carried(await answers(asking.payload)) }
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('ERR_INTERNAL')
      if (known !== error) log.error('a question could not be answered', { topic, reason: reasonOf(error) })
      const { code, details, status } = known
      sent = { id: asking.id, answer: null, error: { code, details, status } }
    }
    await client
      .publish(replyChannel(asking.from), JSON.stringify(sent))
      .catch(error => log.warn('an answer was lost', { topic, reason: reasonOf(error) }))
  }

  await listening.subscribe(replyChannel(id), text => {
    const came = read(reply, text)
    const waiting = came && asked.get(came.id)
    if (!waiting) return
    if (came.error === undefined) return waiting.resolve(came.answer)
    const { code, details, status } = came.error
    waiting.reject(new ApiError(code as ServerErrorCode, details, status))
  })

  const over = async (
    topic: string,
    payload: unknown,
    { timeoutMs }: { timeoutMs: number },
  ): Promise<unknown> => {
    const of = randomUUID()
    let clock: NodeJS.Timeout | undefined
    const answer = new Promise<unknown>((resolve, reject) => {
      asked.set(of, { resolve, reject, topic })
      clock = setTimeout(() => reject(new BusError('late', topic)), timeoutMs)
    })
    // The line may be lost while the answer is on its way: then nobody waits for it yet.
    answer.catch(() => {})
    try {
      const reached = client
        .publish(askChannel(topic), JSON.stringify({ from: id, id: of, payload }))
        .catch((error: unknown) => {
          log.warn('a question did not leave', { topic, reason: reasonOf(error) })
          throw new BusError('away', topic)
        })
      // Redis itself may be the one that says nothing.
      if ((await Promise.race([reached, answer.then(() => 1)])) === 0) throw new BusError('nobody', topic)
      return await answer
    } finally {
      clearTimeout(clock)
      asked.delete(of)
    }
  }

  return {
    publish(topic, payload) {
      const text = JSON.stringify({ from: id, payload })
      hear(topic, carried(payload))
      client
        .publish(topicChannel(topic), text)
        .catch(error =>
          log.warn('a message did not reach the other processes', { topic, reason: reasonOf(error) }),
        )
    },
    async on(topic, listener): Promise<Ends> {
      const known = listeners.get(topic)
      const all = known ?? new Set()
      all.add(listener)
      listeners.set(topic, all)
      if (!known)
        await listening.subscribe(topicChannel(topic), text => {
          const came = read(said, text)
          if (came && came.from !== id) hear(topic, came.payload)
        })
      return async () => {
        all.delete(listener)
      }
    },
    async answer(topic, answers): Promise<Ends> {
      if (answering.has(topic)) throw new Error(`${topic} is answered already`)
      answering.set(topic, answers)
      await listening.subscribe(askChannel(topic), text => void answerTo(topic, text))
      return async () => {
        answering.delete(topic)
        // A connection that is gone has no subscriptions to end, and one that breaks or comes back ends this one then.
        if (!listening.isOpen) return
        await turnOf(() => listening.unsubscribe(askChannel(topic)), END_MS, {
          late: () => log.warn('the end of a topic waits for Redis', { topic }),
          failed: error => log.warn('a topic has not ended', { topic, reason: reasonOf(error) }),
        })
      }
    },
    async ask(topic, payload, limit) {
      const own = answering.get(topic)
      if (!own) return await over(topic, payload, limit)
      let clock: NodeJS.Timeout | undefined
      const late = new Promise<never>((_resolve, reject) => {
        clock = setTimeout(() => reject(new BusError('late', topic)), limit.timeoutMs)
      })
      try {
        return carried(await Promise.race([own(carried(payload)), late]))
      } finally {
        clearTimeout(clock)
      }
    },
    close() {
      for (const { reject, topic } of asked.values()) reject(new BusError('away', topic))
    },
  }
}
