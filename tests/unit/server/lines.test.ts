import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { inLines } from '../../../electron/server/http/lines'

const replyTo = (destroyed: boolean) =>
  ({
    raw: Object.assign(new EventEmitter(), { destroyed }),
    type: () => undefined,
  }) as unknown as FastifyReply

it('gives an answer up for who left, also before it was begun', async () => {
  const signalOf = async (reply: FastifyReply): Promise<AbortSignal> => {
    let given: AbortSignal | undefined
    await inLines<object>(reply, {
      codeOf: () => 'ERR_AI_PROVIDER',
      make: async (write, signal) => {
        given = signal
        write({ delta: 'a' })
        return { end: true }
      },
    })
    return given as AbortSignal
  }
  expect((await signalOf(replyTo(true))).aborted).toBe(true)
  const reply = replyTo(false)
  const signal = await signalOf(reply)
  expect(signal.aborted).toBe(false)
  reply.raw.emit('close')
  expect(signal.aborted).toBe(true)
})

it('refuses what fails before the first line, and says what fails after it in a last one', async () => {
  const codeOf = () => 'ERR_AI_BUSY' as const
  const early = inLines<object>(replyTo(false), { codeOf, make: () => Promise.reject(new Error('x')) })
  await expect(early).rejects.toMatchObject({ code: 'ERR_AI_BUSY' })
  const late = await inLines<object>(replyTo(false), {
    codeOf,
    make: async write => {
      write({ delta: 'a' })
      throw new Error('x')
    },
  })
  expect((await late.toArray()).join('')).toBe('{"delta":"a"}\n{"error":"ERR_AI_BUSY"}\n')
})
