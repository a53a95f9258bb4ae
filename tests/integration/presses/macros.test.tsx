// @vitest-environment jsdom
import './pressing'
import type { Macro } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { MacrosScreen } from '@/features/macros/macros-screen'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { useCommandRegistry } from '@/stores/commands'
import { runKeyAction } from '@/stores/key-actions'
import { startOutbox } from '@/stores/outbox'
import { setPreferences } from '@/stores/preferences'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import {
  macros,
  quickMessages,
  tags,
  ticketNotes,
  tickets,
  ticketTags,
} from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { answered, as, choose, handOn, onScreen } from './pressing'

const h = harnessForFile()
beforeEach(async () => {
  await h.db.platform.delete(macros)
})

const Header = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  return ticket ? <TicketHeader ticket={ticket} narrow={false} /> : null
}
const tagged = (ticketId: number, tagId: number) =>
  h.db.$count(ticketTags, and(eq(ticketTags.ticketId, ticketId), eq(ticketTags.tagId, tagId)))

/** A ticket of Ana's on her screen. */
async function atTicketOfAna() {
  const { ana } = h.one
  const made = await h.newTicket(h.one, { name: 'Rita' })
  await h.update(tickets, { status: 'open', userId: ana.id }, eq(tickets.id, made.id))
  const fake = await onScreen(h, ana, <Header id={made.id} />)
  as(h, ana)
  startOutbox()
  await fetchTicketById(made.id)
  await screen.findByRole('button', { name: 'Resolver' })
  return { id: made.id, fake }
}

it('a macro made by its form is pressed by the key: it shows what it will do, does it, and is taken back', async () => {
  const { ana } = h.one
  const tag = await h.insert(tags, { companyId: h.one.id, name: 'PAGO', color: '#123456' })
  await h.insert(quickMessages, {
    companyId: h.one.id,
    shortcode: 'obrigado',
    message: 'Obrigado!',
    geral: true,
  })
  await onScreen(h, ana, <MacrosScreen />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova macro' }))[0] as HTMLElement)
  const box = await screen.findByRole('dialog')
  const form = handOn(box)
  form.type('Nome', 'Pago e pronto')
  const add = async (kind: string): Promise<HTMLElement> => {
    await userEvent.click(within(box).getByRole('button', { name: 'Adicionar passo' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: kind }))
    return within(box).findByRole('listitem', { name: new RegExp(`^\\d+\\. ${kind}$`) })
  }
  await add('Resolver')
  await userEvent.click(within(await add('Adicionar tag')).getByRole('combobox'))
  await choose('PAGO')
  await userEvent.click(within(await add('Enviar resposta rápida')).getByRole('combobox'))
  await choose('/obrigado')
  const noteRow = await add('Deixar observação')
  await userEvent.type(within(noteRow).getByRole('textbox'), 'Pagou hoje')
  // Resolving comes last: one down at a time, by the button.
  for (const at of [1, 2, 3])
    await userEvent.click(within(box).getByRole('button', { name: `Mover para baixo: ${at}. Resolver` }))
  await form.press('Adicionar')
  await answered()
  const [macro] = (await h.call<Macro[]>(ana, 'macros.list')).body
  expect(macro?.steps.map(({ kind }) => kind)).toEqual(['addTag', 'message', 'note', 'resolve'])

  const { id, fake } = await atTicketOfAna()
  setPreferences({ undoSendSeconds: 0 })
  runKeyAction('macros')
  const press = await screen.findByRole('dialog', { name: 'Executar macro' })
  await choose('Pago e pronto')
  const shown = within(press)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(shown).toEqual([
    'Adiciona a tag PAGO',
    'Envia a resposta rápida /obrigado',
    'Deixa a observação “Pagou hoje”',
    'Resolve',
  ])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Executar'))
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect((await h.ticket(id)).status).toBe('closed'))
  expect(await tagged(id, tag.id)).toBe(1)
  expect(await h.db.$count(ticketNotes, eq(ticketNotes.ticketId, id))).toBe(1)
  const sent = fake.calls.filter(({ name }) => name === 'outbox.enqueue')
  expect(sent).toMatchObject([
    { input: { ticketId: id, kind: 'text', body: expect.stringMatching(/Obrigado!$/) } },
  ])

  const toast = await screen.findByTestId('toasts')
  await userEvent.click(await within(toast).findByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect((await h.ticket(id)).status).toBe('open'))
  await waitFor(async () => expect(await tagged(id, tag.id)).toBe(0))
  expect(await h.ticket(id)).toMatchObject({ userId: ana.id })
  expect(await h.db.$count(ticketNotes, eq(ticketNotes.ticketId, id))).toBe(0)
})

it('says which step could not be done and why, and does not resolve then; the palette knows it by its name', async () => {
  const { ana } = h.one
  const gone = await h.insert(tags, { companyId: h.one.id, name: 'SUMIU', color: '#123456' })
  await h.insert(macros, {
    companyId: h.one.id,
    userId: ana.id,
    name: 'Meia',
    steps: [
      { kind: 'addTag', tagId: gone.id },
      { kind: 'priority', priority: 'high' },
      { kind: 'resolve', silently: true },
    ],
    sharedWith: null,
  })
  const { id } = await atTicketOfAna()
  await h.db.platform.delete(tags).where(eq(tags.id, gone.id))
  const command = await waitFor(() => {
    const found = useCommandRegistry.getState().commands.macros?.find(({ title }) => title === 'Macro: Meia')
    if (!found) throw new Error('not offered')
    return found
  })
  command.run()
  const press = await screen.findByRole('dialog', { name: 'Executar macro' })
  await userEvent.click(within(press).getByRole('button', { name: 'Executar' }))
  await within(press).findByText('2 passos não foram feitos')
  const shown = within(press)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
  expect(shown[0]).toMatch(/Não feito.*Tag não encontrada/)
  expect(shown[1]).toMatch(/Feito$/)
  expect(shown[2]).toMatch(/Deixado de fora$/)
  expect(await h.ticket(id)).toMatchObject({ status: 'open', priority: 'high' })
  await userEvent.click(within(press).getByRole('button', { name: 'Desfazer' }))
  await waitFor(async () => expect((await h.ticket(id)).priority).toBe('normal'))
})
