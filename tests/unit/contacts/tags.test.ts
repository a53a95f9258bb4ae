import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Tag, tag, ticket } from '../../../src/contract'
import { tagsDirectory } from '../../../src/stores/tags'
import { absorbTickets, resetTickets, setTag, tagNamed, ticketById } from '../../../src/stores/tickets'

const asked: { name: string; body: unknown; settle: (error?: unknown) => void }[] = []
vi.mock('@/api', async () => ({
  ...(await vi.importActual<object>('@/api')),
  call: (name: string, { body }: { body?: unknown } = {}) =>
    new Promise((resolve, reject) => {
      asked.push({ name, body, settle: error => (error ? reject(error) : resolve(answers(name, body))) })
    }),
}))

const aTag = (id: number, name: string): Tag => tag.parse({ id, name, color: '#0f766e' })
const known = [aTag(1, 'Urgente'), aTag(2, 'Boleto'), aTag(3, 'Troca')]
const stored = () =>
  ticket.parse({
    id: 7,
    uuid: 'u7',
    status: 'open',
    tags: [{ id: 1, name: 'Urgente', color: '#0f766e' }],
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  })
// Legacy servers answer the tags as they were before.
const answers = (name: string, body: unknown): unknown =>
  name === 'tags.create' ? aTag(9, (body as { name: string }).name) : name === 'tags.list' ? known : stored()
const shown = (): string[] => (ticketById(7)?.tags ?? []).map(one => one.name)
const begin = (): void => {
  tagsDirectory.use.setState({ items: known, status: 'ready', error: null })
  absorbTickets([stored()], 0)
}
const turn = (): Promise<void> => new Promise(done => setImmediate(done))

afterEach(() => {
  asked.length = 0
  resetTickets()
  tagsDirectory.reset()
})

describe('tags of a ticket', () => {
  it('change on screen at once and stay what was asked for', async () => {
    begin()
    const done = setTag(7, 2, true)
    expect(shown()).toEqual(['Urgente', 'Boleto'])
    await turn()
    expect(asked[0]?.body).toMatchObject({ ticketId: 7, tags: [{ id: 1 }, { id: 2 }], added: [2] })
    asked[0]?.settle()
    await done
    expect(shown()).toEqual(['Urgente', 'Boleto'])
  })

  it('come back when the server refuses', async () => {
    begin()
    const done = setTag(7, 1, false)
    expect(shown()).toEqual([])
    await turn()
    expect(asked[0]?.body).toMatchObject({ tags: [], gone: [1] })
    asked[0]?.settle(new Error('no'))
    await expect(done).rejects.toThrow('no')
    expect(shown()).toEqual(['Urgente'])
  })

  it('reach the server in their order, and a late failure takes back its own tag alone', async () => {
    begin()
    const first = setTag(7, 2, true)
    const second = setTag(7, 3, true)
    await turn()
    expect(asked).toHaveLength(1)
    asked[0]?.settle(new Error('no'))
    await expect(first).rejects.toThrow('no')
    await turn()
    expect(asked[1]?.body).toMatchObject({ ticketId: 7, added: [3] })
    asked[1]?.settle()
    await second
    expect(shown()).toEqual(['Urgente', 'Troca'])
  })

  it('are found by name whatever its case, and not made of two letters', async () => {
    begin()
    expect(await tagNamed(' URGENTE ')).toMatchObject({ id: 1 })
    expect(await tagNamed('ab')).toBeNull()
    expect(asked).toHaveLength(0)
    const made = tagNamed('Novidade')
    await turn()
    asked[0]?.settle()
    await turn()
    asked[1]?.settle()
    expect(await made).toMatchObject({ id: 9, name: 'Novidade' })
  })
})
