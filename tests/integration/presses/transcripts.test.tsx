// @vitest-environment jsdom
import './pressing'
import { SIMULATED_MODEL } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { copilotOffers } from '@/stores/copilot'
import { silence } from '../../../electron/copilot/recording'
import { mediaFile } from '../../../electron/demo/media'
import { simulatedModel } from '../../../electron/demo/simulated-model'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { type copilotSettings, messages, tickets } from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { pdfOf } from '../../support/documents'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket } from './desk'
import { answered } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile({
  modelTimeouts: { ...MODEL_TIMEOUTS, pause: 10 },
  simulatedModel: () => simulatedModel,
})
const set = (more: Partial<typeof copilotSettings.$inferInsert> = {}) =>
  turnOn({ transcribe: ON }, { masks: [], ...more })

let numbers = 0
/** A customer's file in Ana's conversation, which she looks at. */
async function atDesk(media: { bytes: Uint8Array; mime: string; name: string }, mediaType = 'audio') {
  numbers += 1
  const number = `55119770${String(numbers).padStart(5, '0')}`
  const id = await h.customer(h.one, number, '', { mediaType, media })
  const [row] = await h.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no message')
  await h.db.platform
    .update(tickets)
    .set({ status: 'open', userId: h.one.ana.id, queueId: h.one.suporte, chatbot: false })
    .where(eq(tickets.id, row.ticketId))
  const ticket = await h.ticket(row.ticketId)
  await atTicket(h, h.one.ana, ticket)
  const bubble = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-message-id="${id}"]`)
    if (!found) throw new Error('not drawn')
    return found
  })
  return { row, bubble }
}
const NOTE = { bytes: silence(), mime: 'audio/ogg; codecs=opus', name: 'PTT-1.oga' }

it('are asked for below a voice note, by mouse and by keys, and come live', async () => {
  await set()
  const { bubble } = await atDesk(NOTE)
  const { promise: until, resolve: release } = deferred()
  model.nextHeard.push({ kind: 'hold', until, text: 'Meu pedido não chegou.' })
  fireEvent.click(await within(bubble).findByRole('button', { name: 'Transcrever' }))
  await within(bubble).findByText('Transcrevendo…')
  // The button has gone; who pressed it by keys still stands in the row.
  expect(bubble.contains(document.activeElement)).toBe(true)
  expect(within(bubble).queryByRole('button', { name: 'Transcrever' })).toBeNull()
  release()
  await within(bubble).findByText('Meu pedido não chegou.')
  expect(bubble.textContent).toContain(`Transcrito por whisper-1, enviado a ${new URL(model.url).host}`)
  expect(bubble.getAttribute('aria-label')).toContain('Meu pedido não chegou.')

  const next = await atDesk(NOTE)
  next.bubble.focus()
  fireEvent.keyDown(next.bubble, { key: 'Enter' })
  const menu = await screen.findByRole('menu')
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Transcrever' }))
  await within(next.bubble).findByText('Ouvi audio.ogg.')
})

it('say why there are none, and are asked for again', async () => {
  await set()
  const { bubble } = await atDesk(NOTE)
  model.nextHeard.push({ kind: 'refuse', status: 401 }, { kind: 'say', text: '' })
  fireEvent.click(await within(bubble).findByRole('button', { name: 'Transcrever' }))
  await within(bubble).findByText(/recusou a chave/)
  fireEvent.click(within(bubble).getByRole('button', { name: 'Tentar de novo' }))
  await within(bubble).findByText('Nada foi dito.')
})

it('are not asked for again of a file that says no more at a second time', async () => {
  await set()
  const scanned = { bytes: pdfOf([[]]), mime: 'application/pdf', name: 'foto.pdf' }
  const { bubble } = await atDesk(scanned, 'application')
  fireEvent.contextMenu(bubble)
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Transcrever' }))
  await within(bubble).findByText('Este PDF não tem texto: são imagens de páginas.')
  expect(within(bubble).queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
  fireEvent.contextMenu(bubble)
  const menu = await screen.findByRole('menu')
  expect(within(menu).queryByRole('menuitem', { name: 'Transcrever' })).toBeNull()
})

it('are asked for without a press where the computer’s own copilot is set so', async () => {
  await set()
  const { bubble } = await atDesk(NOTE)
  await within(bubble).findByRole('button', { name: 'Transcrever' })
  act(() =>
    copilotOffers.use.setState(({ items }) => ({
      items: items.map(offers => ({ ...offers, transcribesOpen: true })),
    })),
  )
  await within(bubble).findByText('Ouvi audio.ogg.')
  expect(model.heard).toHaveLength(1)
})

it('are not offered where they are off', async () => {
  await set({ features: { transcribe: { ...ON, profiles: ['admin'] } } })
  const { bubble } = await atDesk(NOTE)
  await waitFor(() => expect(copilotOffers.use.getState().status).toBe('ready'))
  await act(answered)
  expect(within(bubble).queryByRole('button', { name: 'Transcrever' })).toBeNull()
  fireEvent.contextMenu(bubble)
  expect(within(await screen.findByRole('menu')).queryByRole('menuitem', { name: 'Transcrever' })).toBeNull()
})

it('in a demo are the words the demo keeps, and say that they are simulated', async () => {
  await set({ baseUrl: '', model: SIMULATED_MODEL, transcriptionModel: SIMULATED_MODEL })
  const voice = await mediaFile('voice', 1)
  const { bubble } = await atDesk(voice)
  fireEvent.click(await within(bubble).findByRole('button', { name: 'Transcrever' }))
  await within(bubble).findByText(voice.says ?? '?')
  expect(bubble.textContent).toContain('Simulado: nada foi enviado')
  const other = await atDesk({
    ...NOTE,
    bytes: Buffer.concat([silence().slice(0, 90), silence()]).subarray(0, 150),
  })
  fireEvent.click(await within(other.bubble).findByRole('button', { name: 'Transcrever' }))
  await within(other.bubble).findByText(/não ouve gravações/)
})
