// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { silence } from '../../../electron/copilot/recording'
import { simulatedModel } from '../../../electron/demo/simulated-model'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { type copilotSettings, messages, tickets } from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket } from './desk'

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
