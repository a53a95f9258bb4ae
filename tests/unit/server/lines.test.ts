import { EventEmitter, once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { inLines } from '../../../electron/server/platform/http/lines'

it('lines that are said at once leave at once, and what was said last leaves before the end', async () => {
  const reply = { raw: new EventEmitter(), type: () => undefined } as unknown as FastifyReply
  const lines = await inLines<{ line: number }>(reply, {
    codeOf: () => 'ERR_AI_PROVIDER',
    async make(write) {
      write({ line: 1 })
      write({ line: 2 })
      await new Promise(done => setTimeout(done, 20))
      write({ line: 3 })
      return { line: 4 }
    },
  })
  const chunks: string[] = []
  lines.on('data', chunk => chunks.push(String(chunk)))
  await once(lines, 'end')
  expect(chunks[0]).toBe('{"line":1}\n{"line":2}\n')
  expect(chunks.join('')).toBe('{"line":1}\n{"line":2}\n{"line":3}\n{"line":4}\n')
})
