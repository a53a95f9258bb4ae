// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { messages, tickets } from '../../../electron/server/db/schema'
import { startLinkSite } from '../../support/link-site'
import { forFile, harnessForFile } from '../server/for-file'
import { atTicket } from './desk'
import { onScreen } from './pressing'

const site = forFile(startLinkSite)
const h = harnessForFile({ linkFetch: most => site.linkFetch(most) })

it('a link that a customer sends has a card once that is switched on; one press opens it', async () => {
  await onScreen(
    h,
    h.one.admin,
    <Routes>
      <Route path="/settings/:section" element={<SettingsScreen />} />
    </Routes>,
    '/settings/company',
  )
  await screen.findByText(/o site fica sabendo que alguém leu a mensagem/)
  await userEvent.click(await screen.findByRole('switch', { name: 'Prévia de links' }))
  await screen.findByText('salvo')

  const number = '5511977001234'
  const first = await h.customer(h.one, number, 'Oi')
  const [row] = await h.db.select().from(messages).where(eq(messages.id, first))
  const ticketId = row?.ticketId ?? 0
  const mine = { status: 'open' as const, userId: h.one.ana.id, queueId: h.one.suporte, chatbot: false }
  await h.update(tickets, mine, eq(tickets.id, ticketId))
  const fake = await atTicket(h, h.one.ana, await h.ticket(ticketId))
  await screen.findByText('Oi')
  const id = await h.customer(h.one, number, `Tem esse? ${site.url}/loja`)
  const bubble = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-message-id="${id}"]`)
    if (!found) throw new Error('not drawn')
    return found
  })
  const card = await within(bubble).findByRole('link', { name: `Tênis & cia, ${new URL(site.url).host}` })
  expect(card.textContent).toContain('Leves, de corrida.')
  expect(card.querySelector('img')?.getAttribute('src')).toMatch(new RegExp(`^/media/${h.one.id}/`))
  fireEvent.click(card)
  expect(fake.calls.filter(({ name }) => name === 'app.openExternal').map(({ input }) => input)).toEqual([
    { url: `${site.url}/loja` },
  ])
})
