/** Names behind "@" in notes. */
import { describe, expect, it } from 'vitest'
import { nameAt, namedIn, offered, piecesOf, unreachedIn } from '@/features/notes/names'

const user = (id: number, name: string) => ({ kind: 'user' as const, id, name })
const queue = (id: number, name: string) => ({ kind: 'queue' as const, id, name })
const known = [user(1, 'Ana'), user(2, 'Ana Souza'), user(3, 'João Lima'), queue(1, 'Vendas')]

describe('a name at the caret', () => {
  it.each([
    ['@', 1, { from: 0, query: '' }],
    ['Oi @ana so', 10, { from: 3, query: 'ana so' }],
    ['(@jo', 4, { from: 1, query: 'jo' }],
    ['fale com ana@loja.com', 21, null],
    ['@ ana', 5, null],
    ['@ana\nvolta', 10, null],
    ['@ana depois', 2, { from: 0, query: 'a' }],
    [`@${'x'.repeat(80)}`, 81, null],
  ])('of %j at %i', (text, caret, expected) => {
    expect(nameAt(text, caret)).toEqual(expected)
  })

  it('is offered by the beginning of any of its words, whatever case and accents', () => {
    const names = (query: string) => offered(known, query).map(({ name }) => name)
    expect(names('JOAO')).toEqual(['João Lima'])
    expect(names('so')).toEqual(['Ana Souza'])
    expect(names('ana')).toEqual(['Ana', 'Ana Souza'])
    expect(names('nda')).toEqual([])
  })
})

describe('a text', () => {
  it('names the longest name that stands there whole, each once', () => {
    expect(namedIn('@Ana Souza e @Ana, vejam; @Ana!', known)).toEqual({ users: [2, 1], queues: [] })
    expect(namedIn('@Vendas: @João Lima.', known)).toEqual({ users: [3], queues: [1] })
    expect(namedIn('@Anabela, x@Ana, @ana, Ana', known)).toEqual({ users: [], queues: [] })
  })

  it('names every namesake, a person and a queue of one name too', () => {
    const twins = [user(7, 'Bia'), user(8, 'Bia'), queue(9, 'Bia')]
    expect(namedIn('@Bia', twins)).toEqual({ users: [7, 8], queues: [9] })
    expect(piecesOf('@Bia!', twins).map(({ text }) => text)).toEqual(['@Bia', '!'])
  })

  it('is its pieces again', () => {
    const text = 'Oi @Ana Souza, fale com @Vendas\nhoje'
    const pieces = piecesOf(text, known)
    expect(pieces.map(one => one.text).join('')).toBe(text)
    expect(pieces.filter(({ of }) => of).map(({ of }) => of?.name)).toEqual(['Ana Souza', 'Vendas'])
  })
})

it('those who cannot open the ticket are told apart, by whole or first name', () => {
  const others = [
    { id: 3, name: 'João Lima' },
    { id: 8, name: 'Bruno Carvalho' },
    { id: 9, name: 'Ana Castro' },
  ]
  const unreached = (text: string) => unreachedIn(text, others, known)
  expect(unreached('@Bruno Carvalho veja o cartão')).toEqual(['Bruno Carvalho'])
  expect(unreached('veja, @bruno')).toEqual(['Bruno Carvalho'])
  expect(unreached('@brunonildo, @João Lima')).toEqual([])
  // Another Ana may be named: only the whole name means this one.
  expect(unreached('@Ana veja')).toEqual([])
  expect(unreached('@ana castro veja')).toEqual(['Ana Castro'])
})
