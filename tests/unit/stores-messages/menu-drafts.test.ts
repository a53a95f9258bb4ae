// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MenuParts } from '../../../src/contract'
import { draftOf, resetDrafts, saveDraft } from '../../../src/stores/drafts'
import { flushFeed, receiveFeed, resetFeed } from '../../../src/stores/feed'
import { backToDraft } from '../../../src/stores/held-texts'
import {
  closeMenu,
  keepMenu,
  openMenu,
  startMenuDrafts,
  useMenuDrafts,
  withoutBegun,
} from '../../../src/stores/menu-drafts'
import { resetOutbox, startOutbox } from '../../../src/stores/outbox'
import { useSession } from '../../../src/stores/session'
import { endSession } from '../../../src/stores/session-end'
import { typedBefore } from '../../../src/stores/typed-forms'
import { aUser } from '../support/fake-bridge'
import { entry } from './samples'

const menu: MenuParts = { kind: 'button', entries: [{ title: 'Sim' }, { title: 'Não' }] }
const IN_WORDS = '*1* - Sim\n*2* - Não'
const dialog = (id = 1) => useMenuDrafts.getState().open.get(id)

const start = (): void => {
  startMenuDrafts()
  startOutbox({
    on: { outboxChanged: () => () => {} },
    outbox: {
      list: async () => ({ ok: true, value: [] }),
      remove: async () => ({ ok: true, value: { removed: true } }),
    },
  } as unknown as Parameters<typeof startOutbox>[0])
}

beforeEach(start)
afterEach(() => {
  closeMenu(1)
  resetDrafts()
  resetOutbox()
  resetFeed()
})

it('a menu taken back opens its dialog; the next one leaves that as it is and is a draft in words', async () => {
  await backToDraft(entry('a', { body: 'Hoje?', menu }), true)
  await backToDraft(entry('b', { body: 'Amanhã?', menu }), true)
  expect(dialog()?.typed).toEqual({ text: 'Hoje?', menu })
  expect(draftOf(1)?.text).toBe(`Amanhã?\n\n${IN_WORDS}`)
  openMenu(1, { text: 'Outra', menu: null })
  expect(dialog()?.typed?.text).toBe('Hoje?')
})

it('a menu of a ticket that is not on screen is a draft in words, below what stands there', async () => {
  saveDraft(1, { text: 'Mais uma coisa' })
  await backToDraft(entry('a', { body: 'Hoje?', menu }), false)
  expect(dialog()).toBeUndefined()
  expect(draftOf(1)?.text).toBe(`Mais uma coisa\nHoje?\n\n${IN_WORDS}`)
})

it('what is typed in a dialog is a draft in words once the page goes, and stands there once', () => {
  saveDraft(1, { text: 'Podemos' })
  openMenu(1, { text: 'Podemos', menu: null })
  window.dispatchEvent(new Event('pagehide'))
  expect([draftOf(1)?.text, dialog()?.typed]).toEqual(['Podemos', null])
  keepMenu(1, { text: 'Podemos entregar?', menu: { ...menu, entries: [{ title: 'Sim' }, { title: ' ' }] } })
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pagehide'))
  expect([draftOf(1)?.text, dialog()]).toEqual(['Podemos entregar?\n\n*1* - Sim', undefined])
  // What came back below the text a dialog began with stays.
  expect(withoutBegun('Podemos\nAmanhã?', 'Podemos')).toBe('Amanhã?')
  expect(withoutBegun('Podemos já', 'Podemos')).toBe('Podemos já')
})

it('a menu taken back is there for the same person after a session that ended by itself', async () => {
  useSession.setState({ user: aUser() })
  await backToDraft(entry('a', { body: 'Hoje?', menu }), true)
  endSession('expired')
  expect(dialog()).toBeUndefined()
  useSession.setState({ user: aUser() })
  expect(typedBefore('menu 1')?.values).toEqual({ text: 'Hoje?', menu })
  start()
  // What comes back meanwhile does not go into that form.
  await backToDraft(entry('b', { body: 'Amanhã?', menu }), true)
  expect(draftOf(1)?.text).toMatch(/^Amanhã\?/)
  endSession('signedOut')
})

it('goes with a customer who is erased', () => {
  openMenu(1, { text: 'Oi', menu })
  const data = { action: 'delete', contactId: 7, ticketIds: [1] }
  receiveFeed({ events: [{ seq: 1, event: { channel: 'contact', data } }] })
  flushFeed()
  expect(dialog()).toBeUndefined()
})
