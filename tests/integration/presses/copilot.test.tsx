// @vitest-environment jsdom
import './pressing'
import { PROFILES } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer'
import { PromptsScreen } from '@/features/prompts'
import { TicketsScreen } from '@/features/tickets'
import { SpyDialog } from '@/features/tickets/dialogs'
import { fetchTicketById, useTicket } from '@/stores/tickets'
import {
  articles,
  copilotCalls,
  copilotSettings,
  messages,
  quickMessages,
  ticketNotes,
  type tickets,
} from '../../../electron/server/platform/db/schema'
import { said } from '../../unit/support/open-screen'
import { copilotForFile, ON } from '../server/copilot-for-file'
import type { Person } from '../server/harness'
import { atTicket, composerField } from './desk'
import { answered, onScreen } from './pressing'

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

  it('the slash alone offers what needs no word, Enter all there is, and Escape takes it away', async () => {
    const { field, write, press } = await atDesk()
    write('/')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Sugerir resposta'])
    await screen.findByText(/Continue digitando o atalho/)
    expect(chosen()).toBeNull()
    press('Enter')
    await waitFor(() =>
      expect(groups()).toEqual([
        ['Respostas rápidas', '/troco - Precisa de troco?'],
        ['Copiloto', 'Sugerir resposta'],
      ]),
    )
    press('Escape')
    expect(screen.queryByRole('option')).toBeNull()
    expect(field.value).toBe('')
  })

  it('the copilot suggests from the list, and the word that called it is gone', async () => {
    const { field, write } = await atDesk()
    model.next.push({ kind: 'answer', text: 'Claro, troque quando quiser.' })
    write('/suge')
    await userEvent.click(await screen.findByRole('option', { name: 'Sugerir resposta' }))
    await within(await screen.findByTestId('copilot-card')).findByText('Claro, troque quando quiser.')
    expect(field.value).toBe('')
  })

  it('the copilot writes anew what stands before the word', async () => {
    const { field, write, press } = await atDesk()
    model.next.push({ kind: 'answer', text: 'Pode trocar.' })
    write('pode troca /corri')
    expect(chosen()).toBe('Corrigir')
    press('Enter')
    await within(await screen.findByTestId('copilot-card')).findByText('Pode trocar.')
    expect(field.value).toBe('pode troca ')
    expect(JSON.stringify(model.asked.at(-1))).not.toContain('/corri')
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

  it('stands by itself above more unseen messages than anybody reads, says what failed, and is stopped with the ticket', async () => {
    await atDesk(
      Array.from({ length: 31 }, (_, at) => `mensagem ${at}`),
      { unreadMessages: 31 },
    )
    const box = await pane()
    model.next.push({ kind: 'refuse', status: 401 })
    await press('Resumir a conversa', box)
    expect((await within(box).findByRole('alert')).textContent).toContain('recusou a chave')
    model.next.push({
      kind: 'stall',
      text: `${JSON.stringify({ t: 'line', text: 'Disse muito.', m: [1] })}\n`,
    })
    await press('Tentar de novo', box)
    await within(box).findByText('Disse muito.')
    await within(box).findByText('Resumindo…')
    await press('Parar', box)
    await waitFor(() => expect(model.left).toBe(1))
    expect(within(box).queryByText('Disse muito.')).toBeNull()
  })

  it('says where there is nothing to summarise', async () => {
    const { made } = await atDesk(['Oi'], { unreadMessages: 31 })
    const box = await pane()
    await h.db.platform.update(messages).set({ isDeleted: true }).where(eq(messages.ticketId, made.id))
    await press('Resumir a conversa', box)
    await within(box).findByText('Ainda não há o que resumir.')
    expect(model.asked).toEqual([])
  })

  it('becomes the note of a transfer and of a return, as a person changes it', async () => {
    const { made } = await atDesk(['Quero trocar'])
    answers(['line', 'Quer trocar.', [1]], ['open', 'Falta a nota.', [1]])
    await press('Transferir')
    const transfer = await screen.findByRole('dialog')
    await within(transfer).findByTestId('summary')
    await press('Resumir a conversa', await within(transfer).findByTestId('summary'))
    await within(transfer).findByText('Quer trocar.')
    await press('Usar como recado', transfer)
    const note = () => within(screen.getByRole('dialog')).getByLabelText(/^Recado/) as HTMLTextAreaElement
    expect(note().value).toBe('Quer trocar.\nEm aberto:\n- Falta a nota.')
    await press('Cancelar', transfer)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'B', ctrlKey: true, shiftKey: true })
    const giving = await screen.findByRole('dialog')
    await press('Usar como recado', await within(giving).findByTestId('summary'))
    fireEvent.change(note(), { target: { value: `${note().value} Ligar às 15h.` } })
    await press('Devolver', giving)
    await waitFor(async () =>
      expect(await h.ticket(made.id)).toMatchObject({
        status: 'pending',
        userId: null,
        handoverNote: 'Quer trocar.\nEm aberto:\n- Falta a nota. Ligar às 15h.',
      }),
    )
    // Giving back says nothing to the customer, whatever stands in the note.
    await answered()
    expect(h.channel.sent).toEqual([])
    expect((await h.db.select().from(copilotCalls)).map(({ outcome }) => outcome)).toEqual(['taken'])
  })

  it('is kept as a note for colleagues by who spies, changed as they like, and not a word goes to the customer', async () => {
    const made = await h.newTicket(h.one, { name: 'Rosa', status: 'open', queueId: h.one.suporte })
    await h.newMessages(made, ['Quebrou'])
    await onScreen(h, h.one.sup, <Spy id={made.id} />)
    answers(['line', 'O livro quebrou.', [1]])
    await press('Resumir a conversa', await screen.findByTestId('summary'))
    await press('Usar como recado', await pane())
    const field = await screen.findByRole('textbox', { name: 'Observação' })
    expect((field as HTMLTextAreaElement).value).toBe('O livro quebrou.')
    await userEvent.type(field, ' Trocar.')
    await press('Guardar como observação')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Observação' })).toBeNull())
    expect(await h.db.select().from(ticketNotes)).toMatchObject([
      {
        ticketId: made.id,
        userId: h.one.sup.id,
        note: 'O livro quebrou. Trocar.',
        contactId: made.contactId,
        messageId: null,
      },
    ])
    expect(h.channel.sent).toEqual([])
  })

  it('is shown to who spies, and among the contact’s earlier tickets once somebody had it made', async () => {
    const contactId = await h.newContact(h.one, 'Rosa Lima')
    const earlier = await h.newTicket(h.one, { contactId, status: 'closed', queueId: h.one.suporte })
    await h.newMessages(earlier, ['Quebrou'])
    await onScreen(h, h.one.sup, <Spy id={earlier.id} />)
    answers(['line', 'O livro quebrou.', [1]])
    await press('Resumir a conversa', await screen.findByTestId('summary'))
    await screen.findByText('O livro quebrou.')
    await atDesk(['Oi de novo'], { contactId })
    await press('Dados do contato')
    await press(/tickets anteriores/i)
    const [row] = await screen.findAllByText('O livro quebrou.')
    await userEvent.click(row as HTMLElement)
    expect(await within(await screen.findByRole('dialog')).findByText('O livro quebrou.')).toBeTruthy()
    expect(model.asked.length).toBe(1)
  })

  function Spy({ id }: { id: number }) {
    const known = useTicket(id) !== undefined
    useEffect(() => {
      if (!known) void fetchTicketById(id)
    }, [known, id])
    return known ? <SpyDialog ticketId={id} onClose={() => undefined} /> : null
  }

  const contactOf = async (id: number) => {
    const { contacts } = await import('../../../electron/server/platform/db/schema')
    const [row] = await h.db.select().from(contacts).where(eq(contacts.id, id))
    if (!row) throw new Error('no contact')
    return row
  }
})
