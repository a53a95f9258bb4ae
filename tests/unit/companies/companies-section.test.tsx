// @vitest-environment jsdom
import {
  type Company,
  company as companySchema,
  PLATFORM_SUBMIT_MS,
  type Plan,
  plan as planSchema,
} from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { CompaniesSection, CompanyFormSection, HelpsSection, PlansSection } from '@/features/companies'
import { useToastList } from '@/stores/toasts'
import { clockAt } from '../../support/clock'
import { onOlderServer } from '../support/older-server'
import { openScreen } from '../support/open-screen'

// Whole forms are typed into: a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const NOON = '2026-03-02T12:00:00.000Z'
clockAt(NOON)
const inDays = (days: number): string => {
  return new Date(Date.parse(NOON) + days * 86_400_000).toISOString()
}
const plan = (id: number, name: string): Plan => planSchema.parse({ id, name, users: 3, value: 99.9 })
const company = (id: number, name: string, over: object = {}): Company =>
  companySchema.parse({
    id,
    name,
    email: `c${id}@x.test`,
    status: true,
    planId: 1,
    plan: plan(1, 'Ouro'),
    recurrence: 'MENSAL',
    settings: [{ key: 'campaignsEnabled', value: 'true' }],
    ...over,
  })
let companies: Company[] = []
let refuse: ApiError | null = null

async function open(what: 'companies' | 'add' | 'plans' | 'helps', isSuper = true) {
  const Section = {
    companies: CompaniesSection,
    add: CompanyFormSection,
    plans: PlansSection,
    helps: HelpsSection,
  }[what]
  await openScreen(
    <Routes>
      <Route path="/settings" element={<Section />} />
      <Route path="/" element={<p>início</p>} />
    </Routes>,
    { user: { super: isSuper }, at: '/settings' },
  )
}

beforeEach(() => {
  refuse = null
  told = []
  companies = [company(1, 'Alfa', { dueDate: inDays(5) })]
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    if (refuse && /create|update/.test(name)) throw refuse
    if (name === 'companies.list') return { companies, count: companies.length, hasMore: false }
    if (name === 'companies.update') return { ...companies[0], ...options.body }
    if (name === 'companies.create') return company(9, 'Nova', options.body)
    if (name === 'companies.contents')
      return { users: 3, connections: 1, queues: 0, contacts: 1200, tickets: 40, messages: 9000 }
    if (name === 'plans.all') return [plan(1, 'Ouro')]
    if (name === 'plans.list') return { plans: [plan(1, 'Ouro')], count: 1, hasMore: false }
    if (name === 'plans.create') return plan(2, 'Prata')
    if (name === 'helps.list') return { records: [], count: 0, hasMore: false }
    return null
  })
})

const sent = (name: string): { body?: Record<string, unknown>; params?: { id: number } }[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
/** Every toast since the test began: they close by themselves, and a slow machine looks too late. */
let told: string[] = []
useToastList.subscribe(({ toasts: shown }, { toasts: before }) => {
  told.push(...shown.filter(one => !before.includes(one)).map(one => one.text))
})
const said = (): string[] => told
/** At once: key by key takes a loaded machine minutes. */
const fill = async (field: HTMLElement, text: string): Promise<void> => {
  await userEvent.clear(field)
  await userEvent.paste(text)
}
const row = (name: string): HTMLElement => screen.getByText(name).closest('[role=row]') as HTMLElement

describe('companies', () => {
  it('stand coloured and worded by the days to their due date', async () => {
    companies = [
      company(1, 'Alfa', { dueDate: inDays(5) }),
      company(3, 'Casa', { dueDate: inDays(-3) }),
      company(6, 'Faro', { dueDate: null }),
    ]
    await open('companies')
    await screen.findByText('3 empresas')
    const seen = companies.map(({ name }) => {
      const found = row(name)
      const tone = ['yellow', 'orange', 'red'].find(one =>
        new RegExp(`_${one}_|\\b${one}\\b`).test(found.className),
      )
      return [
        name,
        tone ?? null,
        /(vence|venceu|sem).*?(dias|amanhã|ontem|hoje|vencimento)/.exec(found.textContent ?? '')?.[0],
      ]
    })
    expect(seen).toEqual([
      ['Alfa', 'yellow', 'vence em 5 dias'],
      ['Casa', 'orange', 'venceu há 3 dias'],
      ['Faro', null, 'sem vencimento'],
    ])
  })

  it('move their due date after showing where it goes', async () => {
    companies = [company(1, 'Alfa', { dueDate: '2027-01-31T15:00:00.000Z', recurrence: 'TRIMESTRAL' })]
    await open('companies')
    await screen.findByText('1 empresa')
    await userEvent.click(within(row('Alfa')).getByRole('button', { name: '+ Vencimento de Alfa' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('de 31/01/2027 para 30/04/2027 (mais 3 meses)')
    expect(sent('companies.update')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mudar para 30/04/2027' }))
    await waitFor(() => expect(said()).toEqual(['Operação atualizada com sucesso.']))
    const [asked] = sent('companies.update')
    expect(asked?.params).toEqual({ id: 1 })
    expect(String(asked?.body?.dueDate)).toMatch(/^2027-04-30T/)
    // Everything else goes along: legacy servers take what is missing for empty.
    expect(asked?.body).toMatchObject({ name: 'Alfa', email: 'c1@x.test', planId: 1, campaignsEnabled: true })
  })

  it('are deleted after it was said what goes with them', async () => {
    await open('companies')
    await screen.findByText('1 empresa')
    await userEvent.click(within(row('Alfa')).getByRole('button', { name: 'Excluir Alfa' }))
    const dialog = await screen.findByRole('dialog', { name: 'Exclusão de Registro' })
    expect(dialog.textContent).toContain('Deseja realmente excluir esse registro?\nAlfa\n')
    expect(dialog.textContent).toContain('3 usuários, 1 conexão, 1.200 contatos, 40 tickets, 9.000 mensagens')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir empresa e dados' }))
    await screen.findByText('Nenhuma empresa ainda')
    expect(sent('companies.remove')).toEqual([{ params: { id: 1 } }])
  })

  it('say the specification’s words when they cannot be saved, and keep what was typed', async () => {
    await open('add')
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(screen.getAllByText('Obrigatório')).toHaveLength(4))
    await fill(screen.getByLabelText('Nome'), 'Alfa')
    await fill(screen.getByLabelText('E-mail'), 'nova@x.test')
    await fill(screen.getByLabelText('Senha do administrador'), 'segredo123')
    await userEvent.click(screen.getByLabelText('Plano'))
    await userEvent.click(await screen.findByTitle('Ouro'))
    refuse = new ApiError('refused', 'ERR_COMPANY_NAME_ALREADY_EXISTS', '', 400)
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    await screen.findByText('Já existe uma empresa com este nome.')
    expect(said()).toEqual([
      'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
    ])
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('nova@x.test')
    refuse = null
    await fill(screen.getByLabelText('Nome'), 'Alfa Nova')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(said().at(-1)).toBe('Operação realizada com sucesso!'))
    expect(sent('companies.create').at(-1)?.body).toMatchObject({
      name: 'Alfa Nova',
      email: 'nova@x.test',
      planId: 1,
      status: true,
      campaignsEnabled: true,
      dueDate: null,
      recurrence: 'MENSAL',
    })
  })
})

describe('plans and help videos', () => {
  it('offer every feature to a new plan, and the internal mark apart', async () => {
    await open('plans')
    await screen.findByText('1 plano')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar plano' }))
    const dialog = await screen.findByRole('dialog')
    const boxes = within(dialog).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(box => box.checked)).toEqual([true, true, true, true, true, true, true, false])
    await fill(within(dialog).getByLabelText('Nome'), 'Prata')
    await userEvent.click(within(dialog).getByLabelText('Kanban'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(sent('plans.create')).toHaveLength(1))
    expect(sent('plans.create')[0]?.body).toMatchObject({
      name: 'Prata',
      users: 0,
      useKanban: false,
      useCampaigns: true,
      useInternal: false,
    })
  })

  it('say what 0 is, and offer no internal mark, where a server takes 0 for none', async () => {
    await open('plans')
    act(onOlderServer)
    await screen.findByText('1 plano')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar plano' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getAllByText('0: nenhum')).toHaveLength(3)
    expect(within(dialog).queryByText('Plano interno')).toBeNull()
    await fill(within(dialog).getByLabelText('Nome'), 'Prata')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(sent('plans.create')).toHaveLength(1))
    expect(sent('plans.create')[0]?.body).toMatchObject({ users: 1, connections: 1, queues: 1 })
  })

  it('are saved after half a second, as the specification wants of these forms', async () => {
    await open('helps')
    await screen.findByText('Nenhum vídeo de ajuda ainda')
    const [add] = screen.getAllByRole('button', { name: 'Adicionar vídeo' })
    if (add) await userEvent.click(add)
    const dialog = await screen.findByRole('dialog')
    for (const label of ['Título', 'Código do vídeo', 'Descrição'])
      await fill(within(dialog).getByLabelText(label), 'dQw4w9WgXcQ')
    const waits = vi.spyOn(globalThis, 'setTimeout')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(sent('helps.create')).toHaveLength(1))
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(PLATFORM_SUBMIT_MS)
    waits.mockRestore()
  })

  it.each(['companies', 'add', 'plans', 'helps'] as const)(
    '%s are nobody’s but the super-administrator’s',
    async what => {
      await open(what, false)
      await waitFor(() => expect(said()).toHaveLength(1))
      expect(call.mock.calls.filter(([name]) => /^(companies|plans|helps)\./.test(name))).toEqual([])
      expect(await screen.findByText('início')).toBeDefined()
    },
  )
})
