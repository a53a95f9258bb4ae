// @vitest-environment jsdom
import './pressing'
import type { EndpointName } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CompaniesSection, CompanyFormSection, PlansSection } from '@/features/companies'
import { InvoicesScreen } from '@/features/finance'
import { FirstSteps } from '@/features/first-run'
import { loadSignUp } from '@/features/sign-in'
import { companies, invoices, plans, settings } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { PASSWORD, type Person } from '../server/harness'
import { fill, pick, press } from './fields'
import { answered, asked, live, onScreen } from './pressing'

// Whole forms are filled: a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const DAY_MS = 86_400_000
const days = (count: number): string => new Date(Date.now() + count * DAY_MS).toISOString()

const h = harnessForFile()
let root: Person
beforeAll(async () => {
  root = await h.superOf(h.one)
})
beforeEach(() =>
  h.db.platform
    .update(companies)
    .set({ email: 'dona@dois.test', status: true, dueDate: days(30), recurrence: 'MENSAL' })
    .where(eq(companies.id, h.two.id)),
)

const page = document.body
const Path = () => <p data-testid="path">{useLocation().pathname}</p>
/** Whether an agent of the second company may sign in. */
const agentMaySignIn = async (): Promise<boolean> => (await h.signIn(h.two.ana.email)).status === 200
const second = async () => {
  const [row] = await h.db.select().from(companies).where(eq(companies.id, h.two.id))
  if (!row) throw new Error('no company')
  return row
}

/** What each area of a plan answers a person of a company with it. */
const AREAS: Record<string, EndpointName> = {
  Campanhas: 'campaigns.page',
  Agendamentos: 'schedules.list',
  'Chat interno': 'chats.list',
  'API de mensagens': 'webhooks.list',
  Kanban: 'kanban.board',
  'Prompts de IA': 'prompts.list',
  Integrações: 'integrations.list',
}

describe('a plan that is made on its screen', () => {
  const signUp = async () => {
    const SignUp = await loadSignUp()
    await onScreen(h, root, <SignUp />)
    const choice = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Plano' })
    await waitFor(() => expect(choice.disabled).toBe(false))
    await userEvent.click(choice)
    await waitFor(() => expect(document.querySelector('.ant-select-item-option')).toBeTruthy())
    return [...document.querySelectorAll('.ant-select-item-option')].map(
      option => option.textContent?.replaceAll('\u00a0', ' ') ?? '',
    )
  }

  it('is offered at sign-up by name and price; who signs up with it signs in, meets its limits, and finds shut what it leaves out', async () => {
    await onScreen(h, root, <PlansSection />)
    await press(page, 'Adicionar plano')
    const dialog = await screen.findByRole('dialog')
    fill(dialog, /^Nome/, 'Enxuto')
    fill(dialog, /^Valor/, '49,90')
    for (const label of [/^Usuários/, /^Conexões/, /^Filas/]) fill(dialog, label, '1')
    for (const name of Object.keys(AREAS))
      await userEvent.click(within(dialog).getByRole('checkbox', { name }))
    await press(dialog, 'Adicionar')
    await waitFor(async () => expect(await h.db.$count(plans, eq(plans.name, 'Enxuto'))).toBe(1))

    expect(await signUp()).toContain('Enxuto · R$ 49,90 por mês')
    await userEvent.click(screen.getByTitle(/^Enxuto/))
    fill(page, /^Nome da empresa/, 'Floricultura Rosa')
    fill(page, /^E-mail/, 'rosa@flor.test')
    fill(page, /^Telefone/, '11988887777')
    fill(page, /^Senha/, PASSWORD)
    await press(page, 'Cadastrar')
    await waitFor(async () =>
      expect(await h.db.$count(companies, eq(companies.name, 'Floricultura Rosa'))).toBe(1),
    )
    const signed = await h.signIn('rosa@flor.test')
    expect(signed.body.user).toMatchObject({ profile: 'admin', company: { name: 'Floricultura Rosa' } })
    const rosa = { ...h.one.admin, token: signed.body.token }
    const user = { name: 'Lia', email: 'lia@flor.test', password: PASSWORD }
    const refused = async (name: EndpointName, body: object) => (await h.call(rosa, name, { body })).body
    expect(await refused('users.create', user)).toMatchObject({ error: 'ERR_PLAN_LIMIT', what: 'users' })
    expect((await h.call(rosa, 'queues.create', { body: { name: 'Fila A', color: '#101010' } })).status).toBe(
      200,
    )
    expect(await refused('queues.create', { name: 'Fila B', color: '#202020' })).toMatchObject({
      error: 'ERR_PLAN_LIMIT',
      what: 'queues',
    })
    expect((await h.call(rosa, 'whatsapps.create', { body: { name: 'Linha A' } })).status).toBe(200)
    expect(await refused('whatsapps.create', { name: 'Linha B' })).toMatchObject({
      error: 'ERR_PLAN_LIMIT',
      what: 'connections',
    })
    for (const [name, call] of Object.entries(AREAS)) {
      expect([name, (await h.call(rosa, call)).body.error]).toEqual([name, 'ERR_PLAN_LACKS'])
      expect([name, (await h.call(h.one.admin, call)).status]).toEqual([name, 200])
    }
  })

  it('is not offered at sign-up once it is marked as internal', async () => {
    await onScreen(h, root, <PlansSection />)
    await press(page, 'Editar Plano Dois')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Plano interno' }))
    await press(dialog, 'Salvar')
    await waitFor(async () => expect(await h.db.$count(plans, eq(plans.useInternal, true))).toBe(1))
    const offered = (await signUp()).join()
    expect(offered).toContain('Plano Um')
    expect(offered).not.toContain('Plano Dois')
  })
})

describe('a company, on the screen of the platform', () => {
  it('is added with its admin, who signs in with the password that was typed', async () => {
    await onScreen(h, root, <CompanyFormSection />)
    await screen.findByRole('button', { name: 'Adicionar' })
    fill(page, /^Nome/, 'Padaria Sol')
    fill(page, /^E-mail/, 'dona@sol.test')
    fill(page, /^Senha do administrador/, PASSWORD)
    fill(page, /^Telefone/, '11988886666')
    await pick(page, /^Plano/, 'Plano Um')
    await userEvent.click(screen.getByRole('switch', { name: 'Campanhas habilitadas' }))
    await press(page, 'Adicionar')
    await waitFor(async () => expect(await h.db.$count(companies, eq(companies.name, 'Padaria Sol'))).toBe(1))
    const signed = await h.signIn('dona@sol.test')
    expect(signed.body.user).toMatchObject({ profile: 'admin', company: { name: 'Padaria Sol' } })
    const [row] = await h.db.select().from(companies).where(eq(companies.name, 'Padaria Sol'))
    const [plan] = await h.db.select().from(plans).where(eq(plans.name, 'Plano Um'))
    expect(row).toMatchObject({ email: 'dona@sol.test', phone: '11988886666', planId: plan?.id })
    const kept = await h.db
      .select()
      .from(settings)
      .where(eq(settings.companyId, row?.id ?? 0))
    expect(kept.find(({ key }) => key === 'campaignsEnabled')?.value).toBe('false')
  })

  it('is out at once when it is switched off, and in again', async () => {
    const flip = async () => {
      await onScreen(h, root, <CompaniesSection />)
      await press(page, 'Editar Dois')
      await userEvent.click(await screen.findByRole('switch', { name: 'Ativa' }))
      await press(page, 'Salvar')
    }
    expect(await agentMaySignIn()).toBe(true)
    const ear = await h.connect(h.two.ana)
    const gone = new Promise(resolve => ear.socket.once('disconnect', resolve))
    await flip()
    await gone
    expect(await agentMaySignIn()).toBe(false)
    await flip()
    await waitFor(async () => expect(await agentMaySignIn()).toBe(true))
  })

  it('that is over lets its people in again after “+ Vencimento”, for the recurrence that was chosen', async () => {
    const over = { dueDate: days(-2), recurrence: 'TRIMESTRAL' }
    await h.update(companies, over, eq(companies.id, h.two.id))
    expect(await agentMaySignIn()).toBe(false)
    await onScreen(h, root, <CompaniesSection />)
    await press(page, 'Editar Dois')
    await screen.findByRole('switch', { name: 'Ativa' })
    await pick(page, /^Recorrência/, 'Mensal')
    await press(page, 'Salvar')
    await waitFor(async () => expect((await second()).recurrence).toBe('MENSAL'))
    expect(await agentMaySignIn()).toBe(false)
    await onScreen(h, root, <CompaniesSection />)
    await press(page, '+ Vencimento de Dois')
    await press(await screen.findByRole('dialog'), /^Mudar para/)
    await waitFor(async () => expect(await agentMaySignIn()).toBe(true))
    const later = (Date.parse((await second()).dueDate ?? '') - Date.now()) / DAY_MS
    expect(later).toBeGreaterThan(20)
    expect(later).toBeLessThan(32)
  })

  it('that is over lets its people in again until the day that was typed', async () => {
    await h.update(companies, { dueDate: days(-2) }, eq(companies.id, h.two.id))
    expect(await agentMaySignIn()).toBe(false)
    await onScreen(h, root, <CompaniesSection />)
    await press(page, 'Editar Dois')
    await screen.findByRole('switch', { name: 'Ativa' })
    await answered()
    const until = new Date(Date.now() + 12 * DAY_MS)
    const typed = until.toLocaleDateString('pt-BR')
    const field = screen.getByLabelText(/^Vencimento/, { selector: 'input' })
    // The calendar opens a moment later, and takes over what is typed from then on. Left, the field shows what it has taken.
    await waitFor(async () => {
      await userEvent.click(field)
      await waitFor(() =>
        expect(document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')).toBeTruthy(),
      )
      fireEvent.change(field, { target: { value: typed } })
      fireEvent.keyDown(field, { key: 'Enter' })
      await userEvent.tab()
      expect((field as HTMLInputElement).value).toBe(typed)
    })
    await press(page, 'Salvar')
    await waitFor(async () =>
      expect(new Date((await second()).dueDate ?? '').toLocaleDateString('pt-BR')).toBe(typed),
    )
    await waitFor(async () => expect(await agentMaySignIn()).toBe(true))
  })

  it('that owes lets its people in again when its invoice is settled by hand, which is offered once', async () => {
    const dueDate = days(-2)
    await h.update(companies, { dueDate }, eq(companies.id, h.two.id))
    // A slow run has had one from the server itself already.
    await h.db.platform.delete(invoices)
    await h.insert(invoices, {
      companyId: h.two.id,
      dueDate: dueDate.slice(0, 10),
      detail: 'Plano Dois',
      cents: 10_000,
    })
    expect(await agentMaySignIn()).toBe(false)
    await onScreen(h, root, <InvoicesScreen />)
    await userEvent.click(await screen.findByRole('tab', { name: 'Todas, em aberto' }))
    await press(page, /^Dar baixa fatura .*Plano Dois/)
    await press(await screen.findByRole('dialog'), 'Dar baixa')
    await waitFor(async () => expect(await agentMaySignIn()).toBe(true))
    const until = (await second()).dueDate
    expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now() + 20 * DAY_MS)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Dar baixa fatura .*Plano Dois/ })).toBeNull(),
    )
    expect((await second()).dueDate).toBe(until)
  })
})

it('the first steps that are put away stand there no more, opened again either, and still for another company', async () => {
  await h.update(companies, { firstSteps: 'shown' })
  await onScreen(h, h.two.admin, <FirstSteps />)
  await press(page, 'Guardar a lista')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull())
  await onScreen(h, h.one.admin, <FirstSteps />)
  expect(await screen.findByRole('region', { name: 'Primeiros passos' })).toBeTruthy()
  await onScreen(h, h.two.admin, <FirstSteps />)
  await waitFor(() => expect(asked).toContain('GET /api/first-steps'))
  await answered()
  expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull()
})

it('the first steps lead to where each is done, tick what is done there, and are gone by themselves once customers are answered', async () => {
  await h.update(companies, { firstSteps: 'shown' })
  const steps = (
    <Routes>
      <Route path="/" element={<FirstSteps />} />
      <Route path="*" element={<Path />} />
    </Routes>
  )
  const list = () => screen.findByRole('region', { name: 'Primeiros passos' })
  await onScreen(h, h.two.admin, steps)
  await userEvent.click(
    within(await list()).getByRole('link', { name: /Envie a primeira mensagem.*a fazer/ }),
  )
  expect((await screen.findByTestId('path')).textContent).toBe('/tickets')
  const ticket = await h.newTicket(h.two, { status: 'open', userId: h.two.admin.id })
  await h.newMessages(ticket, ['Bom dia'])
  await onScreen(h, h.two.admin, steps)
  expect(within(await list()).getByText('3 de 4')).toBeTruthy()
  await live(h, h.two.admin, [String(ticket.id), 'open', 'notification'])
  await h.call(h.two.admin, 'messages.send', { params: { ticketId: ticket.id }, body: { body: 'Bom dia!' } })
  expect(await screen.findByText('Tudo pronto: a empresa já atende.')).toBeTruthy()
  await onScreen(h, h.two.admin, steps)
  await waitFor(() => expect(asked).toContain('GET /api/first-steps'))
  await answered()
  expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull()
})
