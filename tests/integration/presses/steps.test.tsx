// @vitest-environment jsdom
import './pressing'
import type { Macro, Rule } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { and, asc, desc, eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { MacrosScreen } from '@/features/macros/macros-screen'
import { RulesScreen } from '@/features/rules'
import { ServiceLevelsScreen } from '@/features/service-levels'
import { ExplainedClock } from '@/features/ticket-clock'
import { TicketHeader } from '@/features/tickets/ticket-header'
import { useCommandRegistry } from '@/stores/commands'
import { runKeyAction } from '@/stores/key-actions'
import { startOutbox } from '@/stores/outbox'
import { setPreferences } from '@/stores/preferences'
import { useTicket } from '@/stores/tickets'
import { fetchTicketById } from '@/stores/tickets/load'
import {
  deadlines,
  macros,
  messages,
  quickMessages,
  serviceLevels,
  tags,
  ticketNotes,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { answered, as, choose, handOn, live, onScreen } from './pressing'

// Charts are drawn on a canvas, which jsdom has not.
vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null, Line: () => null }))

const h = harnessForFile()

const MINUTE = 60_000

const Clock = ({ id }: { id: number }) => {
  const ticket = useTicket(id)
  return ticket ? <ExplainedClock ticket={ticket} /> : null
}
/** What was due before a service level was made was never promised. */
const madeLongAgo = () => h.update(serviceLevels, { createdAt: '2026-01-01T00:00:00.000Z' })
const write = async (number: string, minutesAgo: number) => {
  await h.customer(h.one, number, 'Oi', { at: new Date(Date.now() - minutesAgo * MINUTE).toISOString() })
  const [row] = await h.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1)
  return row?.id ?? 0
}

it('what is promised in the form is the clock of the ticket: it counts down, is late, and is kept by the answer', async () => {
  const { admin, ana, suporte } = h.one
  await onScreen(h, admin, <ServiceLevelsScreen />)
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Adicionar nível de serviço' }))[0] as Element,
  )
  const form = handOn(await screen.findByRole('dialog'))
  form.type('Nome', 'Ouro')
  await form.pick('Filas', 'Suporte')
  await form.pick('Minutos contados', 'sempre')
  form.type('Primeira resposta em', '10')
  form.type('Próximas respostas em', '30')
  form.type('Avisar antes do prazo', '4')
  await form.press('Adicionar')
  await answered()
  const row = await screen.findByRole('row', { name: /Ouro/ })
  expect(within(row).getByText('10 min')).toBeTruthy()
  expect(await h.db.select().from(serviceLevels)).toMatchObject([
    {
      name: 'Ouro',
      queueIds: [suporte],
      firstMinutes: 10,
      nextMinutes: 30,
      resolutionMinutes: null,
      clock: 'always',
    },
  ])

  await madeLongAgo()
  const id = await write('5511955550001', 3)
  const late = await write('5511955550002', 15)
  for (const one of [id, late])
    await h.call(admin, 'tickets.update', {
      params: { id: one },
      body: { status: 'pending', userId: null, queueId: suporte },
    })
  await onScreen(h, ana, <Clock id={id} />)
  as(h, ana)
  await fetchTicketById(id)
  await screen.findByRole('img', { name: /^Primeira resposta em até 7 min.*Ouro: 10 min desde .*sempre\.$/ })
  await userEvent.click(screen.getByRole('button', { name: /^Primeira resposta/ }))
  const why = (await screen.findByText('Prazos')).closest('.ant-popover') as HTMLElement
  await within(why).findByText(/^Primeira resposta em até 7 min.*Ouro: 10 min/)
  await userEvent.keyboard('{Escape}')
  await live(h, ana, ['open', 'pending'])
  // The other console sees it with the answer, without asking.
  await h.call(h.one.bia, 'tickets.update', {
    params: { id },
    body: { status: 'open', userId: h.one.bia.id },
  })
  await h.call(h.one.bia, 'messages.send', { params: { ticketId: id }, body: { body: 'Bom dia' } })
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  await h.customer(h.one, '5511955550001', 'E o boleto?')
  await screen.findByRole('img', { name: /^Próxima resposta em até 3[01] min/ })

  await onScreen(h, ana, <Clock id={late} />)
  await fetchTicketById(late)
  expect((await screen.findByRole('img', { name: /^Primeira resposta atrasada há 5 min/ })).textContent).toBe(
    '+5 min',
  )
  const kept = await h.db
    .select()
    .from(deadlines)
    .where(eq(deadlines.ticketId, id))
    .orderBy(asc(deadlines.id))
  expect(kept.map(({ kind, endedAt, dueAt }) => [kind, endedAt !== null && endedAt <= dueAt])).toEqual([
    ['first', true],
    ['next', false],
  ])
})

it('a rule made by its form is tried on the last week, answers a customer by itself, and says what it did', async () => {
  const { admin } = h.one
  await h.insert(tags, { companyId: h.one.id, name: 'CANCELAMENTO', color: '#123456' })
  const quick = { companyId: h.one.id, shortcode: 'fica', message: 'Já falamos com você.', geral: true }
  await h.insert(quickMessages, quick)
  await h.customer(h.one, '5511960000001', 'Queria cancelar o plano')
  await h.customer(h.one, '5511960000002', 'Bom dia')
  await onScreen(h, admin, <RulesScreen />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova regra' }))[0] as HTMLElement)
  const box = await screen.findByRole('dialog', { name: 'Nova regra' })
  const form = handOn(box)
  form.type('Nome', 'Quem quer sair')
  await userEvent.click(within(box).getByRole('combobox', { name: 'Quando' }))
  await choose('O cliente escreve uma palavra')
  await userEvent.type(await within(box).findByRole('textbox', { name: 'Palavras ou frases' }), 'cancelar')
  const add = async (kind: string): Promise<HTMLElement> => {
    await userEvent.click(within(box).getByRole('button', { name: 'Adicionar passo' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: kind }))
    return within(box).findByRole('listitem', { name: new RegExp(`^\\d+\\. ${kind}$`) })
  }
  await userEvent.click(within(await add('Adicionar tag')).getByRole('combobox'))
  await choose('CANCELAMENTO')
  await userEvent.click(within(await add('Enviar resposta rápida')).getByRole('combobox'))
  await choose('/fica')
  await form.press('Testar na última semana')
  const heading = await screen.findByText('Nos últimos 7 dias')
  const trial = heading.closest('section') as HTMLElement
  await within(trial).findByText(/Teria agido em 1 ticket\./)
  expect(within(trial).getByText('Cliente 0001')).toBeTruthy()
  expect(
    within(trial)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['Adiciona a tag CANCELAMENTO', 'Envia a resposta rápida /fica']))
  await form.press('Adicionar')
  await answered()
  const [rule] = (await h.call<Rule[]>(admin, 'rules.list')).body
  expect(rule).toMatchObject({
    name: 'Quem quer sair',
    active: true,
    once: false,
    event: { kind: 'words', words: ['cancelar'] },
  })

  // The customer writes; the answer is on the phone.
  const id = await h.customer(h.one, '5511960000003', 'CANCELAR')
  await waitFor(() =>
    expect(h.channel.sent.filter(({ body }) => body === 'Já falamos com você.')).toHaveLength(1),
  )
  const [message] = await h.db.select().from(messages).where(eq(messages.id, id))
  await waitFor(async () => {
    const ticket = await h.call<{ tags: { name: string }[] }>(admin, 'tickets.get', {
      params: { id: message?.ticketId ?? 0 },
    })
    expect(ticket.body.tags.map(({ name }) => name)).toEqual(['CANCELAMENTO'])
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Ver o que fez' }))
  const runs = await screen.findByRole('dialog', { name: 'O que Quem quer sair fez' })
  await within(runs).findByText('Cliente 0003')
  expect(within(runs).getAllByText('Feito')).toHaveLength(2)
})

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
  fake.state.leaves = true
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
