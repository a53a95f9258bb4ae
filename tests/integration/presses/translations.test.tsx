// @vitest-environment jsdom
import './pressing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { contacts, copilotCalls, tickets } from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { translating } from '../../support/translating-double'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket } from './desk'
import { answered } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile()
/** The page's clock: as far ahead as the test says, or stopped. */
const clock = { ahead: 0, stopped: null as number | null }
beforeEach(async () => {
  const now = performance.now.bind(performance)
  clock.ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock.stopped ?? now() + clock.ahead)
  model.otherwise = translating
  await turnOn({ translate: ON }, { masks: ['cpf'] })
})

const SPANISH = [
  'Hola, buenas tardes',
  '¿Cuándo llega mi pedido a Montevideo?',
  'Me dijeron que ya había salido del depósito',
]

/** Ana's conversation with a customer who writes Spanish. */
async function atDesk(translatedFrom: string | null = null, said: readonly string[] = SPANISH) {
  const made = await h.newTicket(h.one, {
    name: 'Rosa',
    userId: h.one.ana.id,
    status: 'open',
    queueId: h.one.suporte,
    translatedFrom,
  })
  await h.newMessages(made, said)
  const fake = await atTicket(h, h.one.ana, made)
  await screen.findByText(said[0] ?? '', { selector: '[role=feed] *' })
  const field = (await screen.findByTestId('composer-text')) as HTMLTextAreaElement
  return { made, fake, field }
}
const bar = () => screen.findByTestId('translation-bar')
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const write = (field: HTMLTextAreaElement, value: string): void => {
  field.focus()
  fireEvent.change(field, { target: { value } })
}
const left = (fake: { calls: { name: string; input: unknown }[] }) =>
  fake.calls.filter(({ name }) => name === 'outbox.enqueue').map(({ input }) => input)
/** The server has answered, and Enter counts again: what comes on screen keeps it from the next press for a moment. */
const settled = async () => {
  await act(answered)
  clock.ahead += 400
}
const card = () => screen.findByTestId('draft-translation')

it('says that a customer writes another language, and shows what is said in one’s own by a press, for everybody', async () => {
  const { made } = await atDesk()
  await within(await bar()).findByText('O cliente escreve em espanhol.')
  expect(model.asked.length).toBe(0)
  fireEvent.click(await screen.findByText('Traduzir a conversa'))
  for (const text of SPANISH)
    await screen.findByText(`pt: ${text}`, { selector: '[data-testid=translation] *' })
  // Of all that came on screen at once one question was made.
  expect(model.asked.length).toBe(1)
  const [row] = await h.db.select().from(tickets).where(eq(tickets.id, made.id))
  expect(row?.translatedFrom).toBe('es')
  fireEvent.click(within(await bar()).getByRole('button', { name: 'O que foi enviado à IA' }))
  expect((await bar()).textContent).toContain('<m1>Hola, buenas tardes</m1>')
  // What the customer writes next is translated as it comes.
  await h.customer(h.one, await numberOf(made.contactId), 'Muchas gracias por todo')
  await screen.findByText('pt: Muchas gracias por todo', { selector: '[data-testid=translation] *' })
  press('g', { ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(screen.queryByTestId('translation')).toBeNull())
  await waitFor(async () => {
    const [now] = await h.db.select().from(tickets).where(eq(tickets.id, made.id))
    expect(now?.translatedFrom).toBeNull()
  })
})

async function numberOf(contactId: number): Promise<string> {
  const [row] = await h.db.select().from(contacts).where(eq(contacts.id, contactId))
  return row?.number ?? ''
}

it('shows what leaves before it does: Enter translates, Enter sends the translation with what was written', async () => {
  const { fake, field } = await atDesk('es')
  await screen.findByText('pt: Hola, buenas tardes', { selector: '[data-testid=translation] *' })
  model.asked.length = 0
  write(field, 'Bom dia! CPF 529.982.247-25')
  await settled()
  clock.stopped = performance.now()
  press('Enter')
  const box = await card()
  await within(box).findByText('es: Bom dia! CPF 529.982.247-25')
  expect(JSON.stringify(model.asked)).not.toContain('529.982.247-25')
  expect(left(fake)).toEqual([])
  // A press right after it came was not meant for it.
  press('Enter')
  await settled()
  expect(left(fake)).toEqual([])
  expect(document.activeElement).toBe(field)
  clock.stopped = null
  press('Enter')
  press('Enter')
  await waitFor(() => expect(left(fake).length).toBe(1))
  expect(left(fake)[0]).toMatchObject({
    kind: 'text',
    body: '*Ana:*\nes: Bom dia! CPF 529.982.247-25',
    original: { text: 'Bom dia! CPF 529.982.247-25', language: 'pt' },
  })
  await waitFor(() => expect(screen.queryByTestId('draft-translation')).toBeNull())
  await settled()
  expect([left(fake).length, model.asked.length, field.value]).toEqual([1, 1, ''])
  await screen.findByText('Bom dia! CPF 529.982.247-25', { selector: '[data-testid=translation] *' })
  await waitFor(async () => expect((await h.db.select().from(copilotCalls)).at(-1)?.outcome).toBe('taken'))
})

it('never sends what was translated for another text, however late it comes', async () => {
  const { fake, field } = await atDesk('es')
  await screen.findByText('pt: Hola, buenas tardes', { selector: '[data-testid=translation] *' })
  model.asked.length = 0
  const { promise: until, resolve: letGo } = deferred()
  model.next.push({ kind: 'hold', until, text: '<m1>VIEJO</m1>' })
  write(field, 'Custa 10 reais')
  await settled()
  press('Enter')
  await card()
  await waitFor(() => expect(model.asked.length).toBe(1))
  write(field, 'Custa 100 reais')
  await waitFor(() => expect(screen.queryByTestId('draft-translation')).toBeNull())
  letGo()
  await settled()
  expect(screen.queryByText('VIEJO')).toBeNull()
  press('Enter')
  await within(await card()).findByText('es: Custa 100 reais')
  await settled()
  press('Enter')
  await waitFor(() => expect(left(fake).length).toBe(1))
  expect(left(fake)[0]).toMatchObject({ body: '*Ana:*\nes: Custa 100 reais' })
})
