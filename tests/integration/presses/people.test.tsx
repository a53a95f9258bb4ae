// @vitest-environment jsdom
import './pressing'
import type { Contact, Ticket } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { QueueChatbotScreen } from '@/features/queues'
import { NewTicketDialog } from '@/features/tickets/new-ticket-dialog'
import { UsersScreen } from '@/features/users'
import { ProfileDialog } from '@/features/users/profile-dialog'
import { useUser } from '@/stores/session'
import {
  contacts,
  queueOptions,
  tickets,
  users,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/db/schema'
import { said } from '../../unit/support/open-screen'
import { harnessForFile } from '../server/for-file'
import { PASSWORD, type Person } from '../server/harness'
import { fill, pick } from './fields'
import { handOn, onScreen } from './pressing'

const h = harnessForFile()

const waiting = async (who: Person): Promise<number[]> => {
  const query = { status: 'pending', showAll: false }
  const { body } = await h.call<{ tickets: { id: number }[] }>(who, 'tickets.list', { query })
  return body.tickets.map(({ id }) => id)
}

it('whoever is added signs in with their password and sees the tickets of their queues', async () => {
  await h.newTicket(h.one, { queueId: h.one.suporte })
  const sales = await h.newTicket(h.one, { queueId: h.one.vendas })
  await onScreen(h, h.one.admin, <UsersScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar usuário' }))
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /^Nome/, 'Rosa Lima')
  fill(dialog, /^E-mail/, 'rosa@um.test')
  fill(dialog, /^Senha/, 'segredo456')
  await pick(dialog, /^Filas/, 'Vendas')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
  await waitFor(async () => expect(await h.db.$count(users, eq(users.email, 'rosa@um.test'))).toBe(1))
  await waitFor(() => expect(said()).toEqual(['Usuário salvo com sucesso.']))
  expect(await screen.findByRole('button', { name: 'Excluir Rosa Lima' })).toBeTruthy()
  // Oneself cannot be deleted here.
  expect(screen.queryByRole('button', { name: `Excluir ${h.one.admin.name}` })).toBeNull()
  const signed = await h.signIn('rosa@um.test', 'segredo456')
  expect(signed.body.user).toMatchObject({ name: 'Rosa Lima', profile: 'user' })
  const rosa = { ...(signed.body.user as unknown as Person), token: signed.body.token, cookie: '' }
  expect(await waiting(rosa)).toEqual([sales.id])
  // What only administrators may is refused to the profile that was chosen.
  expect((await h.call<{ error: string }>(rosa, 'users.create', { body: {} })).status).not.toBe(200)
})

it('a queue that is given later holds at once', async () => {
  const { caio } = h.one
  const support = await h.newTicket(h.one, { queueId: h.one.suporte })
  expect(await waiting(caio)).not.toContain(support.id)
  await onScreen(h, h.one.admin, <UsersScreen />)
  await userEvent.click(await screen.findByRole('button', { name: `Editar ${caio.name}` }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByDisplayValue(caio.name)
  await pick(dialog, /^Filas/, 'Suporte')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await waitFor(async () => expect(await waiting(caio)).toContain(support.id))
})

it('a profile that is given later holds at once: what it may is there, and what it may not is refused again', async () => {
  const { caio } = h.one
  const may = async (): Promise<boolean> => (await h.call(caio, 'audit.list')).status === 200
  const give = async (profile: string) => {
    await onScreen(h, h.one.admin, <UsersScreen />)
    await userEvent.click(await screen.findByRole('button', { name: `Editar ${caio.name}` }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByDisplayValue(caio.name)
    await pick(dialog, /^Perfil/, profile)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  }
  expect(await may()).toBe(false)
  await give('Administrador')
  await waitFor(async () => expect(await may()).toBe(true))
  await give('Atendente')
  await waitFor(async () => expect(await may()).toBe(false))
})

it('a new password wants the one so far, ends the other sign-ins, and is the one from then on', async () => {
  const { id, email } = h.one.bia
  const other = await h.signIn(email)
  const elsewhere: Person = { ...h.one.bia, token: other.body.token }
  const Profile = () => {
    const me = useUser()
    return me ? <ProfileDialog user={me} onClose={() => undefined} /> : null
  }
  await onScreen(h, h.one.bia, <Profile />)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('combobox', { name: /Perfil|Filas/ })).toBeNull()
  const hand = handOn(dialog)
  hand.type('Senha', 'segredo789')
  await screen.findByLabelText('Senha atual')
  hand.type('Senha atual', 'não é esta')
  await hand.press('Salvar')
  expect(await screen.findByText('A senha atual não confere.')).toBeTruthy()
  expect((await h.call(elsewhere, 'auth.me')).status).toBe(200)
  hand.type('Senha atual', PASSWORD)
  await hand.press('Salvar')
  await waitFor(async () => expect((await h.call(elsewhere, 'auth.me')).status).toBe(403))
  expect((await h.call(h.one.bia, 'auth.me')).status).toBe(200)
  expect((await h.signIn(email)).status).toBe(401)
  expect((await h.signIn(email, 'segredo789')).body.user).toMatchObject({ id })
})

it('the connection that is chosen for somebody carries the conversations they begin', async () => {
  const second = await h.insert(whatsapps, { companyId: h.one.id, name: 'Linha Balcão', status: 'CONNECTED' })
  const begin = async (): Promise<number | null | undefined> => {
    const id = await h.newContact(h.one, 'Nova')
    const { body } = await h.call<Contact>(h.one.ana, 'contacts.get', { params: { id } })
    const made: Ticket[] = []
    await onScreen(
      h,
      h.one.ana,
      <NewTicketDialog contact={body} onCreated={ticket => made.push(ticket)} onClose={() => undefined} />,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir ticket' }))
    await waitFor(() => expect(made).toHaveLength(1))
    return (await h.ticket(made[0]?.id ?? 0)).whatsappId
  }
  expect(await begin()).toBe(h.one.whatsappId)
  await onScreen(h, h.one.admin, <UsersScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Ana' }))
  const hand = handOn(await screen.findByRole('dialog'))
  await hand.pick('Conexão padrão', 'Linha Balcão')
  await hand.press('Salvar')
  await waitFor(async () => {
    const [row] = await h.db.select().from(users).where(eq(users.id, h.one.ana.id))
    expect(row?.whatsappId).toBe(second.id)
  })
  expect(await begin()).toBe(second.id)
})

it('what is typed in the chatbot’s editor is what the customer reads, and where it leads', async () => {
  const companyId = h.one.id
  await h.update(whatsapps, { greetingMessage: 'Bem-vindo!', maxUseBotQueues: 9 })
  await h.insert(whatsappQueues, { companyId, whatsappId: h.one.whatsappId, queueId: h.one.vendas })
  await h.insert(queueOptions, { companyId, queueId: h.one.suporte, title: 'Internet', position: 1 })
  await onScreen(
    h,
    h.one.admin,
    <Routes>
      <Route path="/queues/:queueId/chatbot" element={<QueueChatbotScreen />} />
    </Routes>,
    `/queues/${h.one.suporte}/chatbot`,
  )
  await userEvent.click(await screen.findByRole('treeitem', { name: /Internet/ }))
  const title = screen.getByLabelText('Título')
  await userEvent.clear(title)
  await userEvent.type(title, 'Sem sinal')
  fireEvent.change(screen.getByLabelText(/^Mensagem/), { target: { value: 'Desligue e ligue o aparelho.' } })
  fireEvent.keyDown(title, { key: 's', ctrlKey: true })
  await waitFor(async () =>
    expect(await h.db.select().from(queueOptions)).toMatchObject([
      { title: 'Sem sinal', message: 'Desligue e ligue o aparelho.' },
    ]),
  )
  const number = '5511900040001'
  for (const said of ['Oi', 'Suporte', '1']) await h.customer(h.one, number, said)
  const heard = h.channel.sent.filter(({ to }) => to.number === number).map(({ body }) => body)
  expect(heard[1]).toContain('*1* - Sem sinal')
  expect(heard[2]).toContain('Desligue e ligue o aparelho.')
  const [row] = await h.db
    .select({ queueId: tickets.queueId })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(eq(contacts.number, number))
  expect(row?.queueId).toBe(h.one.suporte)
})
