/** Who writes when, within one process. */
import { describe, expect, it } from 'vitest'
import { type Scope, writerTurns } from '../../../electron/server/platform/db/engine/turns'

const moment = () => new Promise(resolve => setImmediate(resolve))

function board() {
  const inTurn = writerTurns()
  const working = new Set<string>()
  const ends = new Map<string, () => void>()
  const ask = (name: string, scope: Scope): Promise<string> =>
    inTurn(scope, async () => {
      working.add(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
      working.delete(name)
      return name
    })
  return {
    ask,
    async end(name: string) {
      ends.get(name)?.()
      await moment()
    },
    async now() {
      await moment()
      return [...working].toSorted()
    },
  }
}

const company = (companyId: number): Scope => ({ companyId })
const talk = (companyId: number, ticketId: number): Scope => ({ companyId, ticketId })

describe('turns of writers', () => {
  it('go one after the other in a company, and beside those of other companies', async () => {
    const { ask, end, now } = board()
    const all = [ask('a1', company(1)), ask('a2', company(1)), ask('b1', company(2))]
    expect(await now()).toEqual(['a1', 'b1'])
    await end('a1')
    expect(await now()).toEqual(['a2', 'b1'])
    await end('a2')
    await end('b1')
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1'])
  })

  it('of conversations and numbers of a company go together, each one after the other; its whole waits for them in its turn', async () => {
    const { ask, end, now } = board()
    void ask('one', talk(1, 11))
    void ask('one again', talk(1, 11))
    void ask('two', talk(1, 12))
    void ask('number', { companyId: 1, whatsappId: 11 })
    expect(await now()).toEqual(['number', 'one', 'two'])
    await end('number')
    void ask('whole', company(1))
    void ask('three', talk(1, 13))
    await end('one')
    // What was asked for later does not pass whoever waits for all.
    expect(await now()).toEqual(['two'])
    await end('two')
    expect(await now()).toEqual(['whole'])
    await end('whole')
    expect(await now()).toEqual(['one again', 'three'])
  })

  it('let no company have all connections', async () => {
    const { ask, now } = board()
    for (let id = 1; id <= 20; id++) void ask(`t${id}`, talk(1, id))
    void ask('other', talk(2, 99))
    const working = await now()
    expect(working).toContain('other')
    expect(working.length).toBeLessThan(10)
  })

  it('go on after one that failed', async () => {
    const inTurn = writerTurns()
    const broken = inTurn(talk(1, 1), () => Promise.reject(new Error('full')))
    const next = inTurn(talk(1, 1), async () => 'stored')
    await expect(broken).rejects.toThrow('full')
    expect(await next).toBe('stored')
    expect(await inTurn(company(1), async () => 'and whole')).toBe('and whole')
  })
})
