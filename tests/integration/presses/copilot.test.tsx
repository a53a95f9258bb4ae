// @vitest-environment jsdom
import './pressing'
import { PROFILES } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer'
import { PromptsScreen } from '@/features/prompts'
import { TicketsScreen } from '@/features/tickets'
import {
  articles,
  copilotCalls,
  copilotSettings,
  quickMessages,
  type tickets,
} from '../../../electron/server/platform/db/schema'
import { said } from '../../unit/support/open-screen'
import { copilotForFile, ON } from '../server/copilot-for-file'
import type { Person } from '../server/harness'
import { atTicket, composerField } from './desk'
import { onScreen } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

const { h, model, turnOn } = copilotForFile()

describe('a suggestion', () => {
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

  const contactOf = async (id: number) => {
    const { contacts } = await import('../../../electron/server/platform/db/schema')
    const [row] = await h.db.select().from(contacts).where(eq(contacts.id, id))
    if (!row) throw new Error('no contact')
    return row
  }
})

describe('the slash', () => {
  beforeEach(async () => {
    for (const table of [articles, quickMessages]) await h.db.platform.delete(table)
    await turnOn({ suggest: ON, rewrite: ON })
    const body = {
      title: 'Troca de produto',
      text: '{{firstName}}, a troca é grátis.',
      queueIds: [],
      tags: [],
    }
    await h.call(h.one.admin, 'articles.create', { body })
    await h.db.platform.insert(quickMessages).values({
      companyId: h.one.id,
      geral: true,
      userId: h.one.admin.id,
      shortcode: 'troco',
      message: 'Precisa de troco?',
    })
  })

  /** Ana's conversation, with her hands on the field. */
  async function atDesk() {
    const ticket = await h.newTicket(h.one, {
      name: 'Rosa',
      status: 'open',
      userId: h.one.ana.id,
      queueId: h.one.suporte,
    })
    await h.newMessages(ticket, ['Quero trocar'])
    await atTicket(h, h.one.ana, ticket)
    const field = await composerField()
    await screen.findByRole('button', { name: 'Sugerir resposta' })
    field.focus()
    const write = (value: string) => fireEvent.change(field, { target: { value } })
    const press = (key: string) => fireEvent.keyDown(field, { key })
    return { field, write, press }
  }
  /** What is offered, by its headings. */
  const groups = () =>
    screen
      .getAllByRole('group')
      .filter(group => within(group).queryAllByRole('option').length > 0)
      .map(group => [
        group.getAttribute('aria-label'),
        ...within(group)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ])
  const chosen = () => screen.queryByRole('option', { selected: true })?.textContent ?? null

  it('one list behind the slash has answers and articles under their headings; arrows and Enter choose', async () => {
    const { field, write, press } = await atDesk()
    write('/tro')
    await waitFor(() =>
      expect(groups()).toEqual([
        ['Respostas rápidas', '/troco - Precisa de troco?'],
        ['Conhecimento', 'Troca de produto'],
      ]),
    )
    expect(chosen()).toContain('/troco')
    press('ArrowDown')
    expect(chosen()).toBe('Troca de produto')
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    press('Enter')
    expect(field.value).toBe('Rosa, a troca é grátis.')
  })
})

describe('a summary', () => {
  beforeEach(() => turnOn({ summarise: ON }, { masks: ['cpf'] }))

  const answers = (...lines: [t: 'line' | 'open', text: string, m: number[]][]) =>
    model.next.push({
      kind: 'answer',
      text: lines.map(([t, text, m]) => JSON.stringify({ t, text, m })).join('\n'),
    })

  async function atDesk(
    bodies: readonly string[],
    more: Partial<typeof tickets.$inferInsert> = {},
    who: Person = h.one.ana,
  ) {
    const made = await h.newTicket(h.one, {
      name: 'Rosa',
      userId: h.one.ana.id,
      status: 'open',
      queueId: h.one.suporte,
      ...more,
    })
    const ids = await h.newMessages(made, bodies)
    await atTicket(h, who, made, <TicketsScreen contactPanel={ContactPanel} />)
    await screen.findByText(bodies.at(-1) as string, { selector: '[role=feed] *' })
    return { made, ids }
  }
  const pane = () => screen.findByTestId('summary')
  const press = async (name: string | RegExp, box: HTMLElement = document.body) =>
    userEvent.click(await within(box).findByRole('button', { name }))
  const summariseKey = () =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Y', ctrlKey: true, shiftKey: true })

  it('is asked for by a key, stands on messages that a press goes to, and is kept', async () => {
    const { made, ids } = await atDesk(['Quero trocar', 'CPF 529.982.247-25', 'Obrigada'])
    // Nothing is asked by itself.
    expect(screen.queryByTestId('summary')).toBeNull()
    await screen.findByTestId('composer-text')
    summariseKey()
    const box = await pane()
    await within(box).findByRole('button', { name: 'Resumir a conversa' })
    expect(model.asked).toEqual([])
    answers(['line', 'Quer trocar; CPF [CPF_1].', [1, 2]], ['open', 'Falta a nota.', [3]])
    await press('Resumir a conversa', box)
    await within(box).findByText('Quer trocar; CPF 529.982.247-25.')
    await within(box).findByText('Falta a nota.')
    await press('O que foi enviado à IA', box)
    expect(box.textContent).toContain('[2] Cliente: CPF [CPF_1]')
    await press('Ver a mensagem 2 de 2 desta linha', box)
    await waitFor(() =>
      expect(document.activeElement?.closest('[data-message-id]')?.getAttribute('data-message-id')).toBe(
        ids[1],
      ),
    )
    // What comes after it is said, and brings the button back; a line goes with its message.
    const { number } = await contactOf(made.contactId)
    await h.customer(h.one, number, 'Ainda hoje?')
    await within(box).findByText(/1 mensagem depois/)
    await h.call(h.one.ana, 'messages.remove', { params: { id: ids[2] as string } })
    answers(['line', 'Quer trocar hoje.', [1]])
    await press('Atualizar', box)
    await within(box).findByText('Quer trocar hoje.')
    expect(model.asked.length).toBe(2)
  })

  const contactOf = async (id: number) => {
    const { contacts } = await import('../../../electron/server/platform/db/schema')
    const [row] = await h.db.select().from(contacts).where(eq(contacts.id, id))
    if (!row) throw new Error('no contact')
    return row
  }
})
