/** "You" stands before the reader's own words alone: in a list's row, a quote and what a screen reader says. */
import { colleagueOf, ticket as ticketSchema } from '@contract'
import { describe, expect, it } from 'vitest'
import { writerOf } from '@/features/thread/preview'
import { i18n, setLanguage } from '@/i18n'
import { withMessage } from '@/stores/tickets/model'
import { aMessage } from '../stores/a-ticket'

const ANA = { id: 7, name: 'Ana Martins' }

describe('a row', () => {
  const said = (text: string, author?: number | null, held = true) => colleagueOf({ text, author }, ANA, held)

  it('goes by who wrote it, where the server says so', () => {
    expect(said('Já vejo', ANA.id)).toBeNull()
    expect(said('Já vejo', ANA.id, false)).toBeNull()
    // The bot, a rating, the phone: somebody of the team, also in one's own ticket.
    expect(said('1 - Vendas\n2 - Suporte', null)).toBe('')
    expect(said('Eu respondo', 8)).toBe('')
    expect(said('*Bruno Dias:*\nEu respondo', 8)).toBe('Bruno')
  })

  it('goes by the signature, and by who holds the ticket, where it does not', () => {
    expect(said('Já vejo')).toBeNull()
    expect(said('Já vejo', undefined, false)).toBe('')
    expect(said('*Bruno Dias:*\nEu respondo')).toBe('Bruno')
    expect(said('*Ana Martins:*\nJá vejo', undefined, false)).toBeNull()
  })

  it('knows it of a message that has just come, before its ticket is read again', () => {
    const ticket = ticketSchema.parse({
      id: 1,
      uuid: 'u',
      status: 'open',
      lastAuthorId: ANA.id,
      fromMe: true,
    })
    const known = { ...ticket, activityAt: 0 }
    const automatic = aMessage(2, { ticketId: 1, fromMe: true, body: 'Avalie', userId: null })
    const after = withMessage(known, null, automatic, { serverKeepsClock: true } as never)
    expect([after?.fromMe, after?.lastAuthorId]).toEqual([true, null])
  })
})

describe('a quote', () => {
  it('names the reader, the team or who signed', async () => {
    await setLanguage('pt')
    const t = i18n.getFixedT('pt')
    const who = (more: object, readOnly = false) =>
      writerOf(t, { fromMe: true, body: 'oi', contact: null, ...more }, { name: 'Clara', readOnly }, ANA.id)
    expect(who({ userId: ANA.id })).toBe('Você')
    expect(who({ userId: null })).toBe('Equipe')
    expect(who({ userId: 8 })).toBe('Atendente')
    expect(who({ userId: 8, body: '*Bruno Dias:*\noi' })).toBe('Bruno Dias')
    expect([who({}), who({}, true)]).toEqual(['Você', 'Atendente'])
    expect(who({ fromMe: false })).toBe('Clara')
  })
})
