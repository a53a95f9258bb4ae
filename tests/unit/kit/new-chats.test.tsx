// @vitest-environment jsdom
import '../support/jsdom'
import { type NewChats, whatsapp } from '@contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NewChatsNotice } from '@/features/kit'
import { setLanguage } from '@/i18n'
import { whatsappsDirectory } from '@/stores/whatsapps'

const number = (id: number, newChats: Partial<NewChats> | null, isDefault = false) =>
  whatsapp.parse({ id, name: `Linha ${id}`, isDefault, newChats })
const later = new Date(Date.now() + 3_600_000).toISOString()

beforeEach(async () => {
  await setLanguage('pt')
  whatsappsDirectory.use.setState({
    items: [
      number(1, { state: 'locked', until: later }, true),
      number(2, { state: 'capped', used: 50, total: 50 }),
      number(3, { state: 'warned', used: 41, total: 50 }),
      number(4, { state: 'locked', until: '2020-01-01T00:00:00.000Z' }),
      number(5, { state: 'free', used: 1, total: 50 }),
      number(6, null),
    ],
    status: 'ready',
  })
})
afterEach(cleanup)

const shown = (whatsappId: number | null): string => {
  render(<NewChatsNotice whatsappId={whatsappId} />)
  const text = screen.queryByRole('alert')?.textContent ?? ''
  cleanup()
  return text
}

it('says before somebody writes to strangers what the number may not begin, and until when', () => {
  expect(shown(1)).toMatch(/não deixa este número escrever a quem nunca falou com ele até /)
  expect(shown(2)).toContain('Acabaram as conversas novas deste número (50 de 50).')
  expect(shown(3)).toContain('41 de 50 usadas')
})

it('speaks of the default connection where none is chosen', () => {
  expect(shown(null)).toBe(shown(1))
})

it('says nothing once the end is past, where all is free, and where nothing is known', () => {
  expect([shown(4), shown(5), shown(6)]).toEqual(['', '', ''])
})
