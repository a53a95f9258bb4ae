// @vitest-environment jsdom
import { type QueueIntegration, queueIntegration, queue as queueSchema } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { IntegrationsScreen } from '@/features/integrations'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const one = (over: object = {}): QueueIntegration =>
  queueIntegration.parse({
    id: 3,
    type: 'IXC',
    name: 'Boletos',
    ixcBaseUrl: 'https://ixc.example',
    hasIxcApiKey: true,
    ixcTimeout: 30_000,
    ixcRetryAttempts: 3,
    ixcFallbackQueueId: 5,
    ...over,
  })

async function open() {
  await openScreen(<IntegrationsScreen />)
  await screen.findByText('1 integração')
}

beforeEach(() => {
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: object } = {}) => {
    if (name === 'integrations.list') return { queueIntegrations: [one()], count: 1, hasMore: false }
    if (name === 'queues.list')
      return ['Suporte', 'Vendas', 'Financeiro'].map((queue, at) =>
        queueSchema.parse({ id: 5 + at, name: queue, color: '#1e88e5' }),
      )
    if (name === 'integrations.create') return one({ ...options.body, id: 9 })
    if (name === 'integrations.update') return one(options.body)
    if (name === 'integrations.test') return { ok: true, took: 84 }
    return null
  })
})

const sent = (name: string): { body?: Record<string, unknown> }[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

it('lists id, system and name, in this order; a used one stays, and it is said why', async () => {
  await open()
  expect(screen.getAllByRole('columnheader').map(one => one.textContent)).toEqual([
    'ID',
    'Sistema',
    'Nome',
    '',
  ])
  expect(screen.getAllByRole('row')[1]?.textContent).toMatch(/3.*IXC.*Boletos/)
  call.mockRejectedValueOnce(new ApiError('refused', 'ERR_INTEGRATION_IN_USE', '', 409))
  await userEvent.hover(screen.getByText('Boletos'))
  fireEvent.click(screen.getByRole('button', { name: 'Excluir Boletos' }))
  const question = await screen.findByRole('dialog')
  fireEvent.click(within(question).getByRole('button', { name: 'Excluir Boletos' }))
  await waitFor(() =>
    expect(said()).toEqual(['Esta integração está em uso por filas e não pode ser excluída.']),
  )
})

it('has the defaults of the specification, and says when it was added', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar integração' }))
  const dialog = await screen.findByRole('dialog')
  const field = (name: string) => within(dialog).getByLabelText(name) as HTMLInputElement
  const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
  expect([field('Timeout (ms)').value, field('Tentativas').value]).toEqual(['30000', '3'])
  type('Nome', 'Segunda via')
  type('URL do IXC', 'https://ixc.example')
  type('API Key', '7:0123456789')
  type('Timeout (ms)', '5000')
  type('Tentativas', '10')
  fireEvent.mouseDown(within(dialog).getByRole('combobox'))
  fireEvent.click(await screen.findByText('Suporte', { selector: '.ant-select-item-option-content' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
  await waitFor(() => expect(said()).toEqual(['Integração adicionada com sucesso.']))
  expect(sent('integrations.create')[0]?.body).toEqual({
    type: 'IXC',
    name: 'Segunda via',
    projectName: 'Segunda via',
    ixcBaseUrl: 'https://ixc.example',
    ixcApiKey: '7:0123456789',
    ixcTimeout: 5_000,
    ixcRetryAttempts: 10,
    ixcFallbackQueueId: 5,
  })
})

it('is changed without the key, and tested with the one that is kept', async () => {
  await open()
  fireEvent.click(screen.getByText('Boletos'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Testar conexão' }))
  expect(await within(dialog).findByText('O IXC respondeu em 84 ms.')).toBeDefined()
  expect(sent('integrations.test')[0]?.body).toMatchObject({ id: 3, ixcApiKey: '' })
  call.mockRejectedValueOnce(new ApiError('refused', 'ERR_IXC_KEY', '', 424))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Testar conexão' }))
  expect(await within(dialog).findByText(/O IXC recusou a API Key/)).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(said()).toEqual(['Integração editada com sucesso.']))
})
