import { describe, expect, it } from 'vitest'
import { type Command, ranked } from '../../../src/stores/commands'

const command = (title: string, over: Partial<Command> = {}): Command => ({
  id: title,
  title,
  group: 'go',
  run: () => {},
  ...over,
})
const titles = (commands: Command[], term: string): string[] =>
  ranked(commands, term).map(found => found.title)

describe('palette ranking', () => {
  const all = [
    command('Listas de contatos'),
    command('Conexões'),
    command('Contatos'),
    command('Informativos', { keywords: 'avisos' }),
    command('Relatórios: Filas', { typed: true }),
  ]
  it('puts beginnings before later words and ignores accents and case', () => {
    expect(titles(all, 'CON')).toEqual(['Conexões', 'Contatos', 'Listas de contatos'])
    expect(titles(all, 'conexoes')).toEqual(['Conexões'])
  })
  it('wants every word', () => {
    expect(titles(all, 'lis con')).toEqual(['Listas de contatos'])
    expect(titles(all, 'lis xyz')).toEqual([])
  })
  it('finds by other words, and everything for nothing', () => {
    expect(titles(all, 'avisos')).toEqual(['Informativos'])
    expect(titles(all, '  ')).toHaveLength(4)
    expect(titles(all, 'filas')).toEqual(['Relatórios: Filas'])
  })
})
