// @vitest-environment jsdom
import './pressing'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { Providers } from '@/app/providers'
import { JoinScreen } from '@/features/first-run/join-screen'
import { ColleaguesSection } from '@/features/settings/company/colleagues-section'
import { startServers, stopServers } from '@/stores/servers'
import { startSession } from '@/stores/session'
import { auditEntries, userQueues, users } from '../../../electron/server/platform/db/schema'
import { fakeBridge, installBridge } from '../../unit/support/fake-bridge'
import { closeScreen } from '../../unit/support/open-screen'
import { colleague } from '../main/colleague'
import { type Harness, type Person, startHarness } from '../server/harness'
import { fill, press } from './fields'
import { answered, choose, handOn, live, onScreen } from './pressing'

let h: Harness
let root: Person

beforeAll(async () => {
  h = await startHarness({ localNetwork: { port: 0, addresses: () => ['127.0.0.1'] } })
  root = await h.superOf(h.one)
})
afterAll(() => h.close())

/** The joining screen of another computer, whose main is a real one. */
async function otherComputer(at: string) {
  closeScreen()
  const main = colleague()
  const fake = fakeBridge({ user: null })
  const answer = async (work: () => Promise<unknown>) => {
    try {
      return { ok: true as const, value: await work() }
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      return { ok: false as const, code, message }
    }
  }
  fake.answer('servers.state', () => ({ ok: true, value: main.servers.state() }))
  fake.answer('servers.look', input => answer(() => main.servers.look(input as never)))
  fake.answer('servers.join', input => answer(() => main.servers.join(input as never)))
  installBridge(fake)
  await Promise.all([startServers(fake.bridge), startSession(fake.bridge)])
  const router = createMemoryRouter([{ path: '*', element: <JoinScreen /> }], { initialEntries: [at] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  onTestFinished(() => {
    cleanup()
    stopServers()
    main.session.stop()
  })
  return { main, router }
}

/** Invites somebody in the settings. @returns what is shown to hand on. */
async function inviteOnScreen(name: string): Promise<Record<'link' | 'address' | 'code', string>> {
  await userEvent.click(await screen.findByRole('button', { name: 'Convidar' }))
  const form = await screen.findByRole('dialog', { name: 'Convidar um colega' })
  const hand = handOn(form)
  hand.type('Nome', name)
  await userEvent.click(hand.field('Filas'))
  await choose('Suporte')
  await hand.press('Convidar')
  const shown = await screen.findByRole('dialog', { name: `Convite de ${name}` })
  await answered()
  const { field, press: pressed } = handOn(shown)
  within(shown).getByRole('img', { name: `QR Code do convite de ${name}` })
  const given = { link: field('Link').value, address: field('Endereço').value, code: field('Código').value }
  await pressed('Fechar')
  return given
}

it('an admin invites in the settings, the colleague joins by the code, and what they write reaches the customer', async () => {
  await onScreen(h, root, <ColleaguesSection />)
  await live(h, root, [])
  expect(await screen.findByText('Desligado: ninguém alcança a empresa de outro computador.')).toBeTruthy()
  const turn = screen.getByRole('switch', { name: 'Deixar colegas desta rede entrar' })
  await userEvent.click(turn)
  await screen.findByText(/^Este computador atende em 127\.0\.0\.1:\d+$/)
  const { address, code } = await inviteOnScreen('Rita')
  await screen.findByRole('button', { name: 'Cancelar o convite de Rita' })

  const { main, router } = await otherComputer('/welcome/join')
  const page = document.body
  fill(page, /^Endereço/, address)
  fill(page, /^Código/, code.toLowerCase().replaceAll('-', ' '))
  await press(page, 'Continuar')
  await screen.findByText(`O computador em ${address} foi reconhecido. Diga quem você é.`)
  expect(screen.getByRole('heading', { name: 'Um' })).toBeTruthy()
  expect(screen.getByLabelText(/^Seu nome/)).toHaveProperty('value', 'Rita')
  // What is missing is said, and nothing sent.
  await press(page, 'Entrar')
  await screen.findByText('Este e-mail parece incompleto')
  fill(page, /^E-mail/, 'rita@um.turno')
  fill(page, /^Senha/, 'segredo-da-rita')
  await press(page, 'Entrar')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  const { user, status } = main.session.state()
  expect([status, user?.name, user?.profile]).toEqual(['signedIn', 'Rita', 'user'])
  const [row] = await h.db.select().from(users).where(eq(users.email, 'rita@um.turno'))
  const queues = await h.db
    .select()
    .from(userQueues)
    .where(eq(userQueues.userId, row?.id ?? 0))
  expect(queues.map(({ queueId }) => queueId)).toEqual([h.one.suporte])

  const ticket = await h.newTicket(h.one, { queueId: h.one.suporte, status: 'open', userId: row?.id })
  const sent = await main.client.fetch(`/messages/${ticket.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'Bom dia, aqui é a Rita' }),
  })
  expect(sent.status).toBe(200)
  await waitFor(() => expect(h.channel.sent.at(-1)?.body).toContain('Bom dia, aqui é a Rita'))
  const log = await h.db.select().from(auditEntries).where(eq(auditEntries.subject, 'localNetwork'))
  expect(log.map(({ action }) => action)).toEqual(['run'])
})
