/** Texts that leave as one message. */
import { joinLines, MENU_LIMITS, menuWords, NUMBER_TEXT_CHARS, type PressedMenu } from '@contract'
import { expect, it } from 'vitest'

const bodies = (lines: Parameters<typeof joinLines>[0]): string[] => joinLines(lines).map(({ body }) => body)
const menuOf = (opening: string, kind: PressedMenu['kind'] = 'button') => {
  const menu: PressedMenu = { kind, opening, entries: [{ title: 'Sim' }] }
  return { body: menuWords(menu), menu }
}

it('joins what follows in as few messages as it fits into', () => {
  const half = 'a'.repeat(NUMBER_TEXT_CHARS / 2 - 1)
  expect(bodies([{ body: 'Um' }, { body: 'Dois' }, { body: 'Três' }])).toEqual(['Um\n\nDois\n\nTrês'])
  expect(bodies([{ body: half }, { body: half }])).toHaveLength(1)
  expect(bodies([{ body: half }, { body: half }, { body: 'b' }])).toEqual([`${half}\n\n${half}`, 'b'])
})

it('keeps files, other kinds of content and what stands after a menu as messages of their own', () => {
  const file = { body: 'Nota', media: { mediaFile: 'a.pdf' } }
  expect(bodies([{ body: 'Um' }, file, { body: 'Dois' }])).toHaveLength(3)
  expect(bodies([{ body: 'Um' }, { body: 'Rua', kind: 'locationMessage' }])).toHaveLength(2)
  expect(bodies([menuOf('Confirma?'), { body: 'Até logo' }])).toHaveLength(2)
})

it('puts texts before a menu into its own text, if that may be so long', () => {
  expect(joinLines([{ body: 'Olá!' }, menuOf('Confirma?')])).toEqual([menuOf('Olá!\n\nConfirma?')])
  const long = { body: 'a'.repeat(MENU_LIMITS.button.opening) }
  expect(joinLines([long, menuOf('Confirma?')])).toHaveLength(2)
  expect(joinLines([long, menuOf('Confirma?', 'list')])).toHaveLength(1)
})
