import { describe, expect, it } from 'vitest'
import {
  MENU_LIMITS,
  type MenuParts,
  menuFaults,
  menuSections,
  menuWords,
  tidyMenu,
} from '../../../src/contract/menus'

const TEXT = 'Como prefere pagar?'
const buttons = (...titles: string[]): MenuParts => ({
  kind: 'button',
  entries: titles.map(title => ({ title })),
})
const list = (entries: MenuParts['entries'], more: Partial<MenuParts> = {}): MenuParts => ({
  kind: 'list',
  entries,
  ...more,
})
const link = (url: string, title = 'Abrir'): MenuParts => ({ kind: 'link', entries: [{ title }], url })
const x = (length: number): string => 'x'.repeat(length)
const { button, list: rows, footer } = MENU_LIMITS

it.each<[string, string, MenuParts]>([
  ['three buttons', TEXT, buttons(x(button.title), 'Boleto', 'Cartão')],
  ['a text as long as it may be', x(button.opening), { ...buttons('Pix'), footer: x(footer) }],
  [
    'ten rows under headings',
    x(rows.opening),
    list(
      Array.from({ length: 10 }, (_, at) => ({
        title: `${x(rows.title - 1)}${at}`,
        description: x(rows.description),
        ...(at % 5 === 0 ? { section: x(rows.section) } : {}),
      })),
      { label: x(rows.label) },
    ),
  ],
  ['a page', TEXT, link('https://loja.example/pagar?id=7')],
])('takes %s', (_what, text, menu) => {
  expect(menuFaults(text, menu)).toEqual([])
})

it.each<[string, string, MenuParts, string]>([
  ['no text', '  ', buttons('Pix'), 'ERR_MENU_EMPTY opening'],
  ['a text that is too long', x(1_025), buttons('Pix'), 'ERR_MENU_TOO_LONG opening'],
  ['nothing to press', TEXT, buttons(), 'ERR_MENU_EMPTY entries'],
  ['a button without words', TEXT, buttons('Pix', ' '), 'ERR_MENU_EMPTY entries.1.title'],
  ['a button that is too long', TEXT, buttons(x(21)), 'ERR_MENU_TOO_LONG entries.0.title'],
  ['four buttons', TEXT, buttons('A', 'B', 'C', 'D'), 'ERR_MENU_TOO_MANY entries'],
  ['two alike', TEXT, buttons('Cartão', 'CARTAO'), 'ERR_MENU_ALIKE entries.1.title'],
  [
    'eleven rows',
    TEXT,
    list(Array.from({ length: 11 }, (_, at) => ({ title: `${at}` }))),
    'ERR_MENU_TOO_MANY entries',
  ],
  [
    'a description that is too long',
    TEXT,
    list([{ title: 'A', description: x(73) }]),
    'ERR_MENU_TOO_LONG entries.0.description',
  ],
  [
    'a first row without the heading others have',
    TEXT,
    list([{ title: 'A' }, { title: 'B', section: 'Outros' }]),
    'ERR_MENU_EMPTY entries.0.section',
  ],
  [
    'a heading that is too long',
    TEXT,
    list([{ title: 'A', section: x(25) }]),
    'ERR_MENU_TOO_LONG entries.0.section',
  ],
  [
    'a button of the list that is too long',
    TEXT,
    list([{ title: 'A' }], { label: x(21) }),
    'ERR_MENU_TOO_LONG label',
  ],
  ['no page', TEXT, link(''), 'ERR_MENU_EMPTY url'],
  ['a page without https', TEXT, link('http://loja.example'), 'ERR_MENU_ADDRESS url'],
  ['words for a page', TEXT, link('loja.example'), 'ERR_MENU_ADDRESS url'],
  ['small print that is too long', TEXT, { ...buttons('A'), footer: x(61) }, 'ERR_MENU_TOO_LONG footer'],
])('refuses %s', (_what, text, menu, fault) => {
  expect(menuFaults(text, menu).map(({ code, at }) => `${code} ${at}`)).toEqual([fault])
})

describe('what is kept of a menu', () => {
  it('is what its kind has a place for, trimmed', () => {
    const written = {
      entries: [{ title: ' Pix ', description: ' na hora ', section: '' }],
      label: ' ',
      url: ' https://loja.example ',
      footer: ' Loja ',
    }
    const entries = [{ title: 'Pix' }]
    expect(tidyMenu({ kind: 'button', ...written })).toEqual({ kind: 'button', entries, footer: 'Loja' })
    expect(tidyMenu({ kind: 'list', ...written })).toEqual({
      kind: 'list',
      entries: [{ title: 'Pix', description: 'na hora' }],
      footer: 'Loja',
    })
    expect(tidyMenu({ kind: 'link', ...written })).toEqual({
      kind: 'link',
      entries,
      url: 'https://loja.example',
      footer: 'Loja',
    })
  })
})

it('is read in words as it would be typed', () => {
  const entries = [
    { title: 'Pix', section: 'Na hora' },
    { title: 'Cartão', description: 'até 3 vezes' },
    { title: 'Boleto', section: 'Depois' },
  ]
  expect(menuSections(entries).map(({ title, rows: own }) => [title, own.length])).toEqual([
    ['Na hora', 2],
    ['Depois', 1],
  ])
  expect(menuWords({ opening: TEXT, ...list(entries, { footer: 'Loja' }) })).toBe(
    'Como prefere pagar?\n\n*Na hora*\n*1* - Pix\n*2* - Cartão (até 3 vezes)\n\n*Depois*\n*3* - Boleto\n\n_Loja_',
  )
  expect(menuWords({ opening: TEXT, ...link('https://loja.example') })).toBe(
    'Como prefere pagar?\n\nAbrir: https://loja.example',
  )
})
