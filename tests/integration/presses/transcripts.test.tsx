// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { silence } from '../../../electron/copilot/recording'
import { simulatedModel } from '../../../electron/demo/simulated-model'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { messages, tickets } from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket } from './desk'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile({
  modelTimeouts: { ...MODEL_TIMEOUTS, pause: 10 },
  simulatedModel: () => simulatedModel,
})
const NOTE = { bytes: silence(), mime: 'audio/ogg; codecs=opus', name: 'PTT-1.oga' }
const says = () => h.customer(h.one, '5511977000001', '', { mediaType: 'audio', media: NOTE })

/** A customer's voice note in Ana's conversation, which she looks at. */
async function atDesk() {
  const id = await says()
  const [row] = await h.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no message')
  await h.db.platform
    .update(tickets)
    .set({ status: 'open', userId: h.one.ana.id, queueId: h.one.suporte, chatbot: false })
    .where(eq(tickets.id, row.ticketId))
  const ticket = await h.ticket(row.ticketId)
  await atTicket(h, h.one.ana, ticket)
  const drawn = (of: string) =>
    waitFor(() => {
      const found = document.querySelector<HTMLElement>(`[data-message-id="${of}"]`)
      if (!found) throw new Error('not drawn')
      return found
    })
  return { bubble: await drawn(id), another: async () => drawn(await says()) }
}
it('are asked for below a voice note, by mouse and by keys, and come live', async () => {
  await turnOn({ transcribe: ON }, { masks: [] })
  const { bubble, another } = await atDesk()
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

  const next = await another()
  next.focus()
  fireEvent.keyDown(next, { key: 'Enter' })
  const menu = await screen.findByRole('menu')
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Transcrever' }))
  await within(next).findByText('Ouvi audio.ogg.')
})
