// @vitest-environment jsdom
import './pressing'
import { PROFILES } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { PromptsScreen } from '@/features/prompts'
import { Notifications } from '@/features/workplace'
import {
  articlePieces,
  articles,
  copilotCalls,
  copilotSettings,
  quickMessages,
} from '../../../electron/server/db/schema'
import { soonAfter } from '../../support/soon'
import { said } from '../../unit/support/open-screen'
import { copilotForFile, ON } from '../server/copilot-for-file'
import { atTicket, composerField } from './desk'
import { onScreen } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile()
beforeEach(() => turnOn({ suggest: ON, rewrite: ON }, { masks: ['cpf'] }))

/** Ana's conversation with a customer who asks something. */
async function atDesk(question: string) {
  const made = await h.newTicket(h.one, {
    name: 'Rosa',
    userId: h.one.ana.id,
    status: 'open',
    queueId: h.one.suporte,
  })
  await h.newMessages(made, [question])
  const fake = await atTicket(h, h.one.ana, made)
  await screen.findByText(question, { selector: '[role=feed] *' })
  const field = await composerField()
  await screen.findByRole('button', { name: 'Sugerir resposta' })
  return { made, fake, field }
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const suggestKey = () => press('j', { ctrlKey: true })
const card = () => screen.findByTestId('copilot-card')
const outcomes = async () =>
  (await h.db.select().from(copilotCalls)).map(({ outcome, changed }) => ({ outcome, changed }))

it('suggests by a key, is taken by Enter and sent, and its figure is kept', async () => {
  const values = { companyId: h.one.id, geral: true, userId: h.one.admin.id }
  await h.db.platform
    .insert(quickMessages)
    .values({ ...values, shortcode: 'horario', message: 'Abrimos às 8h.' })
  const { fake, field } = await atDesk('Qual o horário? CPF 529.982.247-25')
  field.focus()
  fireEvent.change(field, { target: { value: 'rascunho' } })
  model.next.push({ kind: 'answer', text: 'Abrimos às 8h [1]. CPF [CPF_1] anotado.', pieces: 5 })
  suggestKey()
  const box = await card()
  await within(box).findByText('Abrimos às 8h. CPF 529.982.247-25 anotado.')
  expect(document.activeElement).toBe(box)
  // Nothing stands in the draft, and nothing leaves, before it is taken.
  expect(field.value).toBe('rascunho')
  fireEvent.click(await within(box).findByRole('button', { name: '/horario' }))
  expect(within(box).getByText('Abrimos às 8h.', { selector: 'q' })).toBeTruthy()
  fireEvent.click(within(box).getByRole('button', { name: 'O que foi enviado à IA' }))
  expect(box.textContent).toContain('[CPF_1]')
  box.focus()
  press('Enter')
  await waitFor(() => expect(field.value).toBe('Abrimos às 8h. CPF 529.982.247-25 anotado.'))
  expect(screen.queryByTestId('copilot-card')).toBeNull()
  expect(fake.calls.filter(({ name }) => name === 'outbox.enqueue')).toEqual([])
  fireEvent.change(field, { target: { value: 'Abrimos às 8h. CPF 529.982.247-25 anotado!' } })
  field.focus()
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(fake.calls.filter(({ name }) => name === 'outbox.enqueue').length).toBe(1))
  await waitFor(async () =>
    expect(await outcomes()).toEqual([{ outcome: 'changed', changed: expect.any(Number) }]),
  )
  const [{ changed = 100 } = {}] = await outcomes()
  expect(changed).toBeGreaterThan(0)
  expect(changed).toBeLessThan(10)
})

it('counts as dropped once it is undone, whatever is sent then', async () => {
  const { fake, field } = await atDesk('Oi')
  field.focus()
  fireEvent.change(field, { target: { value: 'Bom dia.' } })
  model.next.push({ kind: 'answer', text: 'Boa tarde.' })
  suggestKey()
  await within(await card()).findByText('Boa tarde.')
  await waitFor(async () => expect((await card()).getAttribute('aria-busy')).toBe('false'))
  press('Enter')
  await waitFor(() => expect(field.value).toBe('Boa tarde.'))
  // As Ctrl+Z does it.
  fireEvent.change(field, { target: { value: 'Bom dia.' } })
  await waitFor(async () => expect(await outcomes()).toEqual([{ outcome: 'dropped', changed: 0 }]))
  field.focus()
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(fake.calls.filter(({ name }) => name === 'outbox.enqueue').length).toBe(1))
  expect(await outcomes()).toEqual([{ outcome: 'dropped', changed: 0 }])
})

it('gives others by Tab, up to three, and drops them by Escape', async () => {
  const { field } = await atDesk('Oi')
  field.focus()
  for (const text of ['Um', 'Dois', 'Três']) model.next.push({ kind: 'answer', text })
  suggestKey()
  const box = await card()
  for (const text of ['Um', 'Dois', 'Três', 'Um']) {
    await within(box).findByText(text, { selector: 'p' })
    if (text === 'Dois') expect(model.asked[1]?.messages[0]?.content).toContain('Um')
    await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
    press('Tab')
  }
  expect(model.asked.length).toBe(3)
  press('Escape')
  await waitFor(() => expect(screen.queryByTestId('copilot-card')).toBeNull())
  expect(document.activeElement).toBe(field)
  await waitFor(async () =>
    expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(Array(3).fill('dropped')),
  )
})

it('is stopped when the customer writes meanwhile, says so, and is not taken by Enter', async () => {
  const { made, field } = await atDesk('Oi')
  field.focus()
  model.next.push({ kind: 'stall', text: 'Era uma vez' })
  suggestKey()
  const box = await card()
  await within(box).findByText(/^Era uma/)
  const { number } = await contactOf(made.contactId)
  await h.customer(h.one, number, 'Esqueci de dizer: é urgente')
  await within(box).findByText('O cliente escreveu depois disto.')
  await waitFor(() => expect(model.left).toBe(1))
  model.next.push({ kind: 'answer', text: 'Agora sim' })
  box.focus()
  press('Enter')
  await within(await card()).findByText('Agora sim')
  expect(field.value).toBe('')
})

it('is stopped when the ticket goes to somebody else meanwhile, says so, and is not taken by Enter', async () => {
  const { made, field } = await atDesk('Oi')
  field.focus()
  model.next.push({ kind: 'stall', text: 'Era uma vez' })
  suggestKey()
  const box = await card()
  await within(box).findByText(/^Era uma/)
  await h.call(h.one.admin, 'tickets.update', { params: { id: made.id }, body: { userId: h.one.bia.id } })
  await within(box).findByText('Este ticket não está mais com você.')
  await waitFor(() => expect(model.left).toBe(1))
  box.focus()
  press('Enter')
  expect(field.value).toBe('')
  await waitFor(async () => expect(await outcomes()).toMatchObject([{ outcome: 'dropped' }]))
})

it('is stopped at the provider when another conversation is opened', async () => {
  const queueId = h.one.suporte
  const other = await h.newTicket(h.one, { name: 'Bento', userId: h.one.ana.id, status: 'open', queueId })
  await h.newMessages(other, ['Olá'])
  const { field } = await atDesk('Oi')
  field.focus()
  model.next.push({ kind: 'stall', text: 'Era uma vez' })
  suggestKey()
  await within(await card()).findByText(/^Era uma/)
  const row = () => document.querySelector(`[data-row-button="${other.id}"]`)
  await waitFor(() => expect(row()).not.toBeNull())
  fireEvent.click(row() as Element)
  await waitFor(() => expect(model.left).toBe(1))
  await waitFor(() => expect(screen.queryByTestId('copilot-card')).toBeNull())
})

it('writes the selected part anew, shown as a difference, and says what failed', async () => {
  const { field } = await atDesk('Oi')
  field.focus()
  fireEvent.change(field, { target: { value: 'Bom dia. vc pode esperar' } })
  field.setSelectionRange(9, field.value.length)
  model.next.push({ kind: 'answer', text: 'Você pode esperar?' })
  fireEvent.click(screen.getByRole('button', { name: 'Reescrever o texto' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Corrigir' }))
  const box = await card()
  await waitFor(() => expect(box.querySelector('ins')?.textContent).toContain('Você'))
  expect(box.querySelector('del')?.textContent).toContain('vc')
  expect(model.asked[0]?.messages.at(-1)?.content).toContain('vc pode esperar')
  expect(model.asked[0]?.messages.at(-1)?.content).not.toContain('Bom dia')
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  box.focus()
  press('Enter')
  await waitFor(() => expect(field.value).toBe('Bom dia. Você pode esperar?'))
  for (let at = 0; at < 3; at += 1) model.next.push({ kind: 'refuse', status: 401 })
  suggestKey()
  expect((await within(await card()).findByRole('alert')).textContent).toContain('recusou a chave')
})

it('writes a text in the customer’s language, whose words are what the model is given', async () => {
  const { field } = await atDesk('Hello, do you ship to Lisbon?')
  field.focus()
  fireEvent.change(field, { target: { value: 'Sim, enviamos.' } })
  model.next.push({ kind: 'answer', text: 'Yes, we do.' })
  fireEvent.click(screen.getByRole('button', { name: 'Reescrever o texto' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'No idioma do cliente' }))
  const box = await card()
  await waitFor(() => expect(box.querySelector('ins')?.textContent).toContain('Yes'))
  expect(box.querySelector('del')?.textContent).toContain('Sim')
  expect(model.asked[0]?.messages[0]?.content).toContain('Cliente: Hello, do you ship to Lisbon?')
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('false'))
  box.focus()
  press('Enter')
  await waitFor(() => expect(field.value).toBe('Yes, we do.'))
})

it('is set by an administrator, tried there, and offered to agents at once', async () => {
  await h.db.platform.delete(copilotSettings)
  await onScreen(h, h.one.admin, <PromptsScreen />, '/prompts')
  await userEvent.click(await screen.findByRole('button', { name: 'Copiloto dos atendentes' }))
  const editor = await screen.findByRole('dialog')
  await userEvent.click(await within(editor).findByRole('switch', { name: 'Sugerir respostas' }))
  await userEvent.click(within(editor).getByRole('button', { name: 'Provedor' }))
  fireEvent.change(within(editor).getByLabelText(/^Endereço do provedor/), {
    target: { value: model.url },
  })
  await userEvent.click(within(editor).getByRole('button', { name: 'Testar' }))
  await within(editor).findByText(/respondeu em .* Olá! Como posso ajudar\?/)
  // Neither does it read a long question whole.
  expect(editor.textContent).toContain('Atenção: ele não leu inteiro um texto longo')
  await userEvent.click(within(editor).getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(said()).toContain('Copiloto salvo.'))
  const [row] = await h.db.select().from(copilotSettings).where(eq(copilotSettings.companyId, h.one.id))
  expect(row?.features).toMatchObject({ suggest: { on: true, profiles: PROFILES }, rewrite: { on: false } })
  expect(row?.baseUrl).toBe(model.url)
  const { field } = await atDesk('Oi')
  expect(field).toBeTruthy()
})

it('finds articles by what they mean, once an administrator has set and tried a model for it', async () => {
  const body = { title: 'Política de devoluções', text: 'Aceitamos itens em até trinta dias.' }
  await h.call(h.one.admin, 'articles.create', { body })
  // To this model everything means the same.
  model.vectorOf = () => [1, 2, 3, 4]
  await onScreen(h, h.one.admin, <PromptsScreen />, '/prompts')
  await userEvent.click(await screen.findByRole('button', { name: 'Copiloto dos atendentes' }))
  const editor = await screen.findByRole('dialog')
  await userEvent.click(await within(editor).findByRole('button', { name: 'Busca por significado' }))
  fireEvent.change(within(editor).getByLabelText(/^Modelo de embeddings/), {
    target: { value: 'significado-1' },
  })
  model.nextEmbedded.push({ kind: 'refuse', status: 401 })
  const button = within(editor).getByRole('button', { name: 'Testar com um texto curto' })
  await userEvent.click(button)
  await within(editor).findByText(/recusou a chave/)
  await userEvent.click(button)
  await within(editor).findByText(/^significado-1 respondeu em .*: vetor de 4 números\.$/)
  await userEvent.click(within(editor).getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(said()).toContain('Copiloto salvo.'))
  const soonEmbedded = soonAfter(() => h.tick('article vectors'))
  await soonEmbedded(async () => expect(await h.db.$count(articlePieces)).toBe(1))
  const { field } = await atDesk('O presente não serviu!')
  field.focus()
  model.next.push({ kind: 'answer', text: 'Em até trinta dias [1].' })
  suggestKey()
  fireEvent.click(await within(await card()).findByRole('button', { name: body.title }))
  expect(within(await card()).getByText(body.text, { selector: 'q' })).toBeTruthy()
  await h.db.platform.delete(articles)
})

it('warns an administrator, wherever they are, that most of the ceiling is used', async () => {
  await h.db.platform.update(copilotSettings).set({ ceiling: 100_000 })
  const values = { companyId: h.one.id, feature: 'suggest' as const, promptTokens: 85_400 }
  await h.db.platform.insert(copilotCalls).values({ ...values, outcome: 'taken' })
  await onScreen(h, h.one.admin, <Notifications />, '/tickets')
  await waitFor(() => expect(said()).toContain('85% do limite de IA deste mês já foi usado.'))
})

it('says what failed at the month’s ceiling, which is typed there', async () => {
  await onScreen(h, h.one.admin, <PromptsScreen />, '/prompts')
  await userEvent.click(await screen.findByRole('button', { name: 'Copiloto dos atendentes' }))
  const editor = await screen.findByRole('dialog')
  fireEvent.change(await within(editor).findByLabelText(/^Limite por mês/), { target: { value: '10' } })
  await userEvent.click(within(editor).getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(said()).toContain('Copiloto salvo.'))
  const { field } = await atDesk('Oi')
  field.focus()
  suggestKey()
  expect((await within(await card()).findByRole('alert')).textContent).toContain('O limite da IA deste mês')
  expect(model.asked).toEqual([])
})

const contactOf = async (id: number) => {
  const { contacts } = await import('../../../electron/server/db/schema')
  const [row] = await h.db.select().from(contacts).where(eq(contacts.id, id))
  if (!row) throw new Error('no contact')
  return row
}
