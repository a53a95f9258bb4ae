// @vitest-environment jsdom
import { type Whatsapp, whatsapp as whatsappSchema } from '@contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { ConnectionsScreen } from '@/features/connections'
import { useWorkplace } from '@/stores/workplace'
import { aUser } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const line = (id: number, name: string, over: object = {}): Whatsapp =>
  whatsappSchema.parse({
    id,
    name,
    status: 'CONNECTED',
    updatedAt: '2026-03-04T15:05:00.000Z',
    token: 'segredo-1',
    ...over,
  })
const queues = ['Vendas', 'Suporte'].map((name, at) => ({
  id: at + 1,
  name,
  color: '#307efc',
  greetingMessage: '',
  outOfHoursMessage: '',
  schedules: [],
}))
let lines: Whatsapp[] = []
let refusal: ApiError | null = null

const plan = (over: object = {}) => ({
  ...aUser().company?.plan,
  useOpenAi: true,
  useExternalApi: true,
  ...over,
})

// A form of this size is looked through by its elements: queries by role take seconds in it.
const button = (root: ParentNode, name: string): HTMLButtonElement => {
  const found = [...root.querySelectorAll('button')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === name,
  )
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const labels = (root: ParentNode): string[] =>
  [...root.querySelectorAll('label')].map(label => label.textContent ?? '')
/** A field by the beginning of its label: labels of fields that may be empty say so behind the name. */
function field<E extends HTMLElement = HTMLInputElement>(root: ParentNode, name: string): E {
  const label = [...root.querySelectorAll('label')].find(one => one.textContent?.startsWith(name))
  const found = document.getElementById(label?.htmlFor ?? '')
  if (!found) throw new Error(`no field ${name}`)
  return found as E
}
const type = (root: ParentNode, name: string, value: string): void =>
  void fireEvent.change(field(root, name), { target: { value } })
const says = (root: HTMLElement, words: RegExp) => waitFor(() => expect(root.textContent).toMatch(words))

/** Opens the list and presses a button of it; resolves with the editor. */
async function open(press: string, flags: object = {}): Promise<HTMLElement> {
  useWorkplace.setState({ plan: plan(flags) as never })
  await openScreen(<ConnectionsScreen />)
  await screen.findAllByText(/Matriz/)
  fireEvent.click(button(document, press))
  return waitFor(() => {
    const box = document.querySelector<HTMLElement>('[role="group"][data-pane="content"]')
    if (!box) throw new Error('no editor')
    return box
  })
}

beforeEach(() => {
  refusal = null
  lines = [line(1, 'Matriz', { isDefault: true }), line(2, 'Filial')]
  call.mockImplementation(async (name: string, given?: { params?: { id: number } }) => {
    if (name === 'whatsapps.list') return lines
    if (name === 'whatsapps.get') return lines.find(one => one.id === given?.params?.id)
    if (name === 'whatsapps.traffic') return []
    if (name === 'queues.list') return queues
    if (name === 'prompts.list') return { prompts: [{ id: 7, name: 'Assistente' }], count: 1, hasMore: false }
    if (name === 'whatsapps.renewToken') return line(1, 'Matriz', { token: 'segredo-2' })
    if (name === 'settings.list') return []
    if (refusal) throw refusal
    if (name === 'whatsapps.create') return line(9, 'Nova')
    return line(1, 'Matriz')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useWorkplace.setState({ plan: null })
  call.mockClear()
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, given]) => given)

describe('the connection editor', () => {
  it('lets utility text leave without a template where the number can, and says what Meta refused', async () => {
    const refusedAt = '2026-03-04T15:00:00.000Z'
    lines = [
      line(1, 'Matriz', { isDefault: true, capabilities: ['directSend'], directSendRefusedAt: refusedAt }),
    ]
    const box = await open('Editar Matriz')
    expect(document.body.textContent).toContain('o envio direto foi desligado')
    const offer = field<HTMLButtonElement>(box, 'Texto de utilidade sem modelo')
    expect(offer.getAttribute('aria-checked')).toBe('false')
    // To have seen the refusal is kept, too.
    fireEvent.click(button(document, 'Salvar'))
    await waitFor(() => expect(sent('whatsapps.update')).toEqual([{ params: { id: 1 }, body: {} }]))
  })

  it('joins automatic texts where each message has a price', async () => {
    lines = [line(1, 'Matriz', { isDefault: true, capabilities: ['pricedMessages'] })]
    const box = await open('Editar Matriz')
    fireEvent.click(field<HTMLButtonElement>(box, 'Juntar textos automáticos'))
    fireEvent.click(button(document, 'Salvar'))
    await waitFor(() =>
      expect(sent('whatsapps.update')).toEqual([{ params: { id: 1 }, body: { joinsTexts: true } }]),
    )
  })

  it('offers neither utility text nor joining where the number knows nothing of them', async () => {
    lines = [line(1, 'Matriz', { capabilities: [] })]
    const other = labels(await open('Editar Matriz'))
    expect(other).not.toContain('Texto de utilidade sem modelo')
    expect(other).not.toContain('Juntar textos automáticos')
  })

  it('says refusals on their fields, names the limit of the plan, and stays', async () => {
    const box = await open('Adicionar conexão')
    type(box, 'Nome', 'Matriz 2')
    for (const [code, words] of [
      ['ERR_WAPP_NAME_TAKEN', /Já existe uma conexão com este nome/],
      ['ERR_PLAN_LIMIT', /O plano da empresa permite 2 conexões, e todas já existem/],
    ] as const) {
      refusal = new ApiError('refused', code, code, 400, { what: 'connections', limit: 2 } as never)
      fireEvent.click(button(box, 'Adicionar'))
      await says(box, words)
    }
    expect(field(box, 'Nome').value).toBe('Matriz 2')
  })

  it('hides the token, shows it, copies it, and renews it after a question', async () => {
    const copied: string[] = []
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard }))
    const box = await open('Editar Matriz')
    const token = field(box, 'Token da API de mensagens')
    expect([token.type, token.value]).toEqual(['password', 'segredo-1'])
    fireEvent.click(button(box, 'Mostrar token'))
    expect(token.type).toBe('text')
    fireEvent.click(button(box, 'Ocultar token'))
    expect(token.type).toBe('password')
    fireEvent.click(button(box, 'Copiar token'))
    expect(copied).toEqual(['segredo-1'])
    fireEvent.click(button(box, 'Renovar token'))
    expect(sent('whatsapps.renewToken')).toHaveLength(0)
    const [question] = await screen.findAllByText('Renovar o token?')
    fireEvent.click(button(question?.closest('.ant-modal') as HTMLElement, 'Renovar token'))
    await waitFor(() => expect(token.value).toBe('segredo-2'))
  })

  it('offers no token and no prompt that the plan leaves out, and names what is missing', async () => {
    const box = await open('Editar Matriz', { useOpenAi: false, useExternalApi: false })
    expect(button(box, 'Renovar token').disabled).toBe(true)
    await says(box, /O plano da empresa não inclui a API de mensagens\./)
    expect(field(box, 'Prompt de IA').disabled).toBe(true)
    await says(box, /O plano da empresa não inclui prompts de IA\./)
    expect(sent('prompts.list')).toHaveLength(0)
  })
})
