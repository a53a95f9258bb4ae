import { groupRules } from '@contract'
import { describe, expect, it } from 'vitest'
import { minutesLeft } from '@/features/ticket-clock/words'
import { headerActions } from '@/features/tickets/header-rules'
import { lastKind, lastWords, plainLine, snippetOf } from '@/features/tickets/last-message'
import { placeAfterKey, placeOfTyped } from '@/features/tickets/list-keys'
import { i18n } from '@/i18n'

const t = i18n.getFixedT('pt')

describe('last message of a row', () => {
  it('knows the kinds and shows no data of cards and places', () => {
    expect(['image', 'ptt', 'vcard', 'conversation', 'new-thing', null].map(lastKind)).toEqual([
      'image',
      'audio',
      'contact',
      'text',
      'text',
      'text',
    ])
    expect(lastWords(t, 'contact', 'BEGIN:VCARD')).toBe('')
    expect(lastWords(t, 'image', 'Segue o comprovante')).toBe('Segue o comprovante')
    // The signing line of an own message is not repeated; a customer's bold line is the customer's.
    expect(lastWords(t, 'text', '*Ana Martins:*\nJá envio', true)).toBe('Já envio')
    expect(lastWords(t, 'text', '*Ana Martins:*\nJá envio')).toBe('Ana Martins: Já envio')
    expect(lastWords(t, 'text', '*Ana Martins:*\n', true)).toBe('Ana Martins:')
    expect(lastWords(t, 'text', '*Atenção*\nfechamos às 18h', true)).toBe('Atenção fechamos às 18h')
  })

  it('is one plain line', () => {
    expect(plainLine('*Atenção*: _hoje_\n~não~ fecha')).toBe('Atenção: hoje não fecha')
    expect(plainLine('2 * 3 * 4')).toBe('2 * 3 * 4')
    expect(plainLine('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
    expect([...plainLine('a'.repeat(70_000))].length).toBeLessThan(200)
  })

  it('cuts out a match without regard to case and accents, five-part emoji included', () => {
    expect(snippetOf('Olá, o BOLETO chegou', 'boleto')).toEqual({
      before: 'Olá, o ',
      match: 'BOLETO',
      after: ' chegou',
    })
    expect(snippetOf('AÇÃO', 'acao')).toEqual({ before: '', match: 'AÇÃO', after: '' })
    expect(snippetOf('👩🏽‍🚀👩🏽‍🚀 então', 'entao')?.match).toBe('então')
    expect(snippetOf(`${'x'.repeat(40)}alvo`, 'alvo')?.before.startsWith('…')).toBe(true)
    expect(snippetOf('nada', 'tudo')).toBeNull()
    expect(snippetOf('nada', ' ')).toBeNull()
  })
})

describe('keys of the list', () => {
  it('stays inside', () => {
    expect(placeAfterKey('ArrowDown', 4, 5)).toBe(4)
    expect(placeAfterKey('ArrowUp', 0, 5)).toBe(0)
    expect(placeAfterKey('ArrowDown', -1, 5)).toBe(0)
    expect(placeAfterKey('End', 0, 5)).toBe(4)
    expect(placeAfterKey('Home', 3, 5)).toBe(0)
    expect(placeAfterKey('x', 0, 5)).toBeNull()
    expect(placeAfterKey('ArrowDown', 0, 0)).toBeNull()
  })

  it('finds names by their beginning, going round; one letter walks on', () => {
    const names = ['Ana', 'Álvaro', 'Bruno', 'Ana Paula']
    expect(placeOfTyped(names, 0, 'a')).toBe(1)
    expect(placeOfTyped(names, 1, 'aa')).toBe(3)
    expect(placeOfTyped(names, 3, 'a')).toBe(0)
    expect(placeOfTyped(names, 0, 'br')).toBe(2)
    expect(placeOfTyped(names, 0, 'an')).toBe(0)
    expect(placeOfTyped(names, 0, 'z')).toBe(-1)
    expect(placeOfTyped([], 0, 'a')).toBe(-1)
  })
})

describe('header actions', () => {
  const agent = { profile: 'user', super: false }
  const admin = { profile: 'admin', super: false }
  const ours = { heldBy: null, heldAt: null }
  const single = (status: 'pending' | 'open' | 'closed') => ({ status, isGroup: false, ...ours })

  it('follow the status', () => {
    expect(headerActions(single('pending'), agent, false, null)).toMatchObject({
      primary: 'accept',
      resolve: true,
      giveBack: false,
    })
    expect(headerActions(single('open'), agent, false, null)).toMatchObject({
      primary: 'resolve',
      giveBack: true,
      transfer: true,
    })
    expect(headerActions(single('closed'), agent, false, null)).toMatchObject({
      primary: 'reopen',
      giveBack: false,
    })
  })

  it('delete only by permission and schedule only by plan', () => {
    expect(headerActions(single('open'), agent, false, null)).toMatchObject({
      remove: false,
      schedule: false,
    })
    const plan = { useSchedules: true } as Parameters<typeof headerActions>[3]
    expect(headerActions(single('open'), admin, false, plan)).toMatchObject({ remove: true, schedule: true })
  })

  it('give a conversation back to the agent it was taken over from, and no other', () => {
    const heldAt = '2026-11-29T12:00:00.000Z'
    const of = (change: object, status: 'open' | 'closed' = 'open') =>
      headerActions({ ...single(status), ...change }, agent, false, null).release
    expect(of({ heldAt })).toBe(true)
    expect([of({}), of({ heldBy: 'metaAgent', heldAt }), of({ heldAt }, 'closed')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('in group mode groups are worked on as open whatever their status; transfer is for admins', () => {
    for (const status of ['pending', 'open', 'closed'] as const) {
      const group = { status, isGroup: true, ...ours }
      expect(headerActions(group, agent, true, null)).toMatchObject({
        primary: 'resolve',
        giveBack: false,
        transfer: false,
      })
      expect(headerActions(group, admin, true, null).transfer).toBe(true)
    }
    expect(headerActions(single('pending'), agent, true, null).primary).toBe('accept')
  })

  it('read the two settings about groups', () => {
    const rules = (groupsTab: string, ignored: string) =>
      groupRules(key => (key === 'groupsTab' ? groupsTab : ignored))
    expect(rules('enabled', 'disabled')).toEqual({ tab: true, mode: true })
    expect(rules('enabled', 'enabled')).toEqual({ tab: false, mode: true })
    expect(rules('disabled', 'disabled')).toEqual({ tab: false, mode: false })
  })
})

it('counts a deadline in whole minutes, and never says that it is late by none', () => {
  expect([60_000, 1, 0, -1, -60_000, -119_999, -120_000].map(minutesLeft)).toEqual([1, 1, 0, -1, -1, -1, -2])
})
