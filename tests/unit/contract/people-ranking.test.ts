import { describe, expect, it } from 'vitest'
import { type Findable, matchOf, onlyByName, rankLocalFirst, rankPeople } from '../../../src/contract'

const PEOPLE: Findable[] = [
  { name: 'Aline Barros', number: '5511988880001', others: 'aline@caixa.example' },
  { name: 'Bruna Caiado', number: '5511988880002', others: 'bruna@exemplo.com' },
  { name: 'Caio Prado', number: '5521977770003', others: 'caio@exemplo.com' },
  { name: 'Márcia Ávila', number: '5531966660004' },
  { name: 'Edgar Macaio', number: '5541955550005' },
]
const names = (typed: string): string[] =>
  rankPeople(PEOPLE, typed, person => person).map(({ row }) => row.name)

describe('people ranking', () => {
  it('puts the beginning of the name first, then of a word, then what only contains it', () => {
    expect(names('Cai')).toEqual(['Caio Prado', 'Bruna Caiado', 'Aline Barros', 'Edgar Macaio'])
  })
  it('folds accents and case, in the name and in what is typed', () => {
    expect(names('marcia a')).toEqual(['Márcia Ávila'])
    expect(names('ÁVI')).toEqual(['Márcia Ávila'])
  })
  it('finds a decorated number, before others and below names', () => {
    expect(matchOf(PEOPLE[2] as Findable, '+55 (21) 97777')).toBe('number')
    expect(names('97777')).toEqual(['Caio Prado'])
  })
  it('answers several words in any order', () => {
    expect(names('prado caio')).toEqual(['Caio Prado'])
    expect(names('prado zz')).toEqual([])
  })
  it('offers one for Enter only when it is the one match by name', () => {
    const ranked = (typed: string) => rankPeople(PEOPLE, typed, person => person)
    expect(onlyByName(ranked('caio p'), 'caio p')?.name).toBe('Caio Prado')
    expect(onlyByName(ranked('cai'), 'cai')).toBeNull()
    // The e-mail address alone: found, never chosen.
    expect(ranked('caixa')).toHaveLength(1)
    expect(onlyByName(ranked('caixa'), 'caixa')).toBeNull()
    expect(onlyByName(ranked(''), '')).toBeNull()
  })
  it('lists what this computer knows above what only the server found, each part ranked, nobody twice', () => {
    const [aline, bruna, caio, , edgar] = PEOPLE as [Findable, Findable, Findable, Findable, Findable]
    const unexplained = { name: 'Zeca', number: '1' }
    const rows = rankLocalFirst(
      [aline, bruna],
      [unexplained, edgar, bruna, caio],
      'cai',
      person => person,
      person => person.name,
    )
    expect(rows.map(({ row }) => row.name)).toEqual([
      'Bruna Caiado',
      'Aline Barros',
      'Caio Prado',
      'Zeca',
      'Edgar Macaio',
    ])
  })
})
