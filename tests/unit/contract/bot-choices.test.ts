import { describe, expect, it } from 'vitest'
import { pressedMenu } from '../../../src/contract/bot-choices'
import { MENU_LIMITS } from '../../../src/contract/menus'

const menu = (entries: string[], opening = 'Escolha o setor:') => ({ opening, entries })

describe('a menu that is pressed', () => {
  it('is of the kind that was chosen, and buttons that do not fit are a list', () => {
    expect(pressedMenu('text', menu(['Vendas', 'Suporte']))).toBeNull()
    expect(pressedMenu('list', menu(['Vendas', 'Suporte']))?.kind).toBe('list')
    expect(pressedMenu('button', menu(['Vendas', 'Suporte']))).toEqual({
      kind: 'button',
      opening: 'Escolha o setor:',
      entries: [{ title: 'Vendas' }, { title: 'Suporte' }],
    })
    expect(pressedMenu('button', menu(['A', 'B', 'C', 'D']))?.kind).toBe('list')
    expect(pressedMenu('button', menu(['Voltar ao menu anterior', 'Voltar ao início']))?.kind).toBe('list')
    expect(pressedMenu('button', menu(['Vendas'], 'x'.repeat(1_025)))?.kind).toBe('list')
  })

  it('shows a long title in the description, where it comes back whole', () => {
    const long = 'Segunda via de boleto ou carnê'
    const [entry] = pressedMenu('list', menu([long]))?.entries ?? []
    expect(entry).toEqual({ title: 'Segunda via de boleto o…', description: long })
    expect(entry?.title).toHaveLength(MENU_LIMITS.list.title)
  })

  it.each([
    ['eleven entries', Array.from({ length: 11 }, (_, i) => `Setor ${String.fromCharCode(65 + i)}`)],
    ['a title that only its number tells apart', ['Vendas', 'VENDAS']],
    ['titles that are alike once shortened', [`${'a'.repeat(30)}1`, `${'a'.repeat(30)}2`]],
    ['a title that reads as the number of an entry', ['24', 'Vendas']],
    ['a title without words', ['', 'Vendas']],
    ['a title longer than a row holds', ['x'.repeat(73)]],
    ['nothing to choose', []],
  ])('is typed with %s', (_why, entries) => {
    expect(pressedMenu('list', menu(entries))).toBeNull()
  })

  it('is typed where nothing is asked', () => {
    expect(pressedMenu('list', menu(['Vendas'], '  '))).toBeNull()
    expect(pressedMenu('list', menu(['Vendas'], 'x'.repeat(4_097)))).toBeNull()
  })
})
