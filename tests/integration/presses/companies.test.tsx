// @vitest-environment jsdom
import './pressing'
import type { EndpointName } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CompaniesSection, CompanyFormSection, PlansSection } from '@/features/companies'
import { InvoicesScreen } from '@/features/finance'
import { loadSignUp } from '@/features/sign-in'
import { companies, invoices, plans, settings } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { PASSWORD, type Person } from '../server/harness'
import { fill, pick, press } from './fields'
import { onScreen } from './pressing'

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
