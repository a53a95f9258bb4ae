// @vitest-environment jsdom
import './pressing'
import { RESOLVE_UNDO_MS } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { runKeyAction } from '@/stores/key-actions'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import { ratings, tickets, whatsapps } from '../../../electron/server/db/schema'
import { sayLastWords } from '../../../electron/server/tickets/last-words'
import { harnessForFile } from '../server/for-file'
import { as, onScreen } from './pressing'

const h = harnessForFile()

/** The customer's phone: what reached it since the test began. */
const received = (): string[] => h.channel.sent.map(message => message.body)

const Header = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  return ticket ? <TicketHeader ticket={ticket} narrow={false} /> : null
}

let serial = 0
/** Somebody wrote and Ana took the conversation; its header is on her screen. */
async function served(): Promise<{ id: number; number: string }> {
  serial += 1
  const number = `55119000010${String(serial).padStart(2, '0')}`
  await h.customer(h.one, number, `dúvida ${serial}`)
  const [row] = await h.db
    .select()
    .from(tickets)
    .where(eq(tickets.lastMessage, `dúvida ${serial}`))
  const id = row?.id ?? 0
  await h.call(h.one.ana, 'tickets.update', { params: { id }, body: { status: 'open' } })
  h.channel.sent.length = 0
  await onScreen(h, h.one.ana, <Header id={id} />)
  as(h, h.one.ana)
  await fetchTicketById(id)
  return { id, number }
}
/** What may be taken back no longer may. */
const undoIsOver = () => sayLastWords(h.running.app, new Date(Date.now() + 2 * RESOLVE_UNDO_MS))
const closed = (id: number): Promise<void> =>
  waitFor(async () => expect((await h.ticket(id)).status).toBe('closed'))

beforeEach(async () => {
  await h.setting(h.one, 'userRating', 'disabled')
  await h.update(whatsapps, { complationMessage: 'Até logo!', ratingMessage: 'De 1 a 3?' })
})

describe('pressing “Resolver”', () => {
  it('sends the completion message of the connection', async () => {
    const { id } = await served()
    await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }))
    await closed(id)
    expect(received()).toEqual([])
    await undoIsOver()
    expect(received()).toEqual(['Até logo!'])
  })

  it('asks for the rating that was switched on in the settings; the answer “3” is the rating and opens nothing', async () => {
    await onScreen(
      h,
      h.one.admin,
      <Routes>
        <Route path="/settings/:section" element={<SettingsScreen />} />
      </Routes>,
      '/settings/company',
    )
    await userEvent.click(await screen.findByRole('switch', { name: 'Pedir avaliação ao resolver' }))
    await screen.findByText('salvo')
    const { id, number } = await served()
    await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }))
    await closed(id)
    await undoIsOver()
    expect(received()).toEqual(['De 1 a 3?'])
    await h.customer(h.one, number, '3')
    const rated = await h.db.select().from(ratings).where(eq(ratings.ticketId, id))
    expect(rated).toMatchObject([{ rate: 3, userId: h.one.ana.id }])
    const { contactId } = await h.ticket(id)
    expect(await h.db.select().from(tickets).where(eq(tickets.contactId, contactId))).toMatchObject([
      { id, status: 'closed' },
    ])
    // Thanks for the rating: the completion message comes after it.
    expect(received()).toEqual(['De 1 a 3?', 'Até logo!'])
  })

  it('sends nothing by “Resolver sem mensagem”, from the menu or the palette', async () => {
    const first = await served()
    // The menu itself is mounted a moment after its button.
    await waitFor(async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
      expect(screen.getByRole('menuitem', { name: 'Resolver sem mensagem' })).toBeTruthy()
    })
    await userEvent.click(screen.getByRole('menuitem', { name: 'Resolver sem mensagem' }))
    await closed(first.id)
    await undoIsOver()
    expect(received()).toEqual([])
    const second = await served()
    await screen.findAllByRole('button', { name: 'Resolver' })
    expect(await runKeyAction('resolveSilently')).not.toBe(false)
    await closed(second.id)
    await undoIsOver()
    expect(received()).toEqual([])
  })
})
