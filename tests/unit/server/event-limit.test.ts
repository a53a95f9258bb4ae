/** An event that never ends is given up before it costs anything; many short ones are none. */
import { expect, it } from 'vitest'
import { eventsLimited } from '../../../electron/providers/event-limit'

/** A fetch that is answered by these pieces, each of which comes by itself; how many were asked for. */
function answering(pieces: Iterable<string>) {
  const given = { count: 0 }
  const from = pieces[Symbol.iterator]()
  const fetch = eventsLimited(
    async () =>
      new Response(
        new ReadableStream({
          pull(control) {
            const next = from.next()
            if (next.done) return control.close()
            given.count += 1
            control.enqueue(new TextEncoder().encode(next.value))
          },
        }),
        { status: 201, headers: { 'content-type': 'text/event-stream' } },
      ),
  )
  return { fetch, given }
}
function* endless(piece: string): Generator<string> {
  for (;;) yield piece
}

it.each(['x'.repeat(10_000), `${'x'.repeat(10_000)}\n`])('ends one that never does', async piece => {
  const { fetch, given } = answering(endless(piece))
  const answer = await fetch('https://model.example')
  await expect(answer.text()).rejects.toThrow('does not end')
  expect(given.count).toBeLessThan(20)
})

it.each(['\n\n', '\r\n\r\n', '\r\r'])(
  'hands on any number of those that do (%j), wherever they are cut',
  async end => {
    const whole = Array.from({ length: 300 }, (_, i) => `data: ${i} ${'x'.repeat(1_000)}${end}`).join('')
    // Also right in the middle of what ends them.
    for (const size of [1_001, 1_009, 7_919]) {
      const pieces: string[] = []
      for (let at = 0; at < whole.length; at += size) pieces.push(whole.slice(at, at + size))
      const answer = await answering(pieces).fetch('https://model.example')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'text/event-stream'])
      expect(await answer.text()).toBe(whole)
    }
  },
)
