// @vitest-environment jsdom

import { answerCost, type Prompt, prompt as promptSchema, queue as queueSchema } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { PromptsScreen } from '@/features/prompts'
import { deferred } from '../../support/deferred'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const aPrompt = (over: object = {}): Prompt =>
  promptSchema.parse({
    id: 1,
    name: 'Vendas IA',
    prompt: 'Você atende a padaria.',
    voice: 'texto',
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    totalTokens: 1234,
    queueId: 5,
    queue: { id: 5, name: 'Vendas', color: '#1e88e5' },
    ...over,
  })
let prompts: Prompt[] = []
let asked: (options: { onText?: (soFar: string) => void; signal?: AbortSignal }) => Promise<null>
const opened: string[] = []

async function open() {
  const { bridge } = await openScreen(<PromptsScreen />)
  Object.assign(bridge.app, { openExternal: ({ url }: { url: string }) => void opened.push(url) })
  await screen.findByText(prompts.length === 1 ? '1 prompt' : `${prompts.length} prompts`)
}

beforeEach(() => {
  call.mockReset()
  opened.length = 0
  prompts = [aPrompt({ hasApiKey: true })]
  asked = async () => null
  call.mockImplementation(async (name: string, options: never) => {
    const { body, params } = (options ?? {}) as { body?: object; params?: { id: number } }
    if (name === 'prompts.list') return { prompts, count: prompts.length, hasMore: false }
    if (name === 'queues.list') return [queueSchema.parse({ id: 5, name: 'Vendas', color: '#1e88e5' })]
    if (name === 'prompts.create') return aPrompt({ id: 9, ...body })
    if (name === 'prompts.update') return aPrompt({ ...body, id: params?.id })
    if (name === 'prompts.remove') return { message: 'Prompt deleted' }
    if (name === 'prompts.try') return asked(options)
    return null
  })
})

const sent = (name: string): { body?: Record<string, unknown> }[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

describe('the prompts screen', () => {
  it('insists on a queue with "Informe o setor", only advises on short texts, and starts with the defaults', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Adicionar prompt' }))
    const form = await screen.findByRole('group', { name: 'Adicionar prompt' })
    fireEvent.change(within(form).getByLabelText('Nome'), { target: { value: 'IA' } })
    fireEvent.blur(within(form).getByLabelText('Nome'))
    expect(await within(form).findByText(/Muito curto! Cinco letras/)).toBeDefined()
    fireEvent.click(within(form).getByRole('button', { name: 'Adicionar' }))
    expect(await within(form).findByText('Informe o setor')).toBeDefined()
    expect(sent('prompts.create')).toEqual([])
    fireEvent.mouseDown(within(form).getByRole('combobox', { name: 'Fila' }))
    fireEvent.click(await screen.findByText('Vendas', { selector: '.ant-select-item-option-content' }))
    fireEvent.click(within(form).getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(sent('prompts.create')).toHaveLength(1))
    expect(sent('prompts.create')[0]?.body).toMatchObject({
      name: 'IA',
      queueId: 5,
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      voice: 'texto',
    })
    await waitFor(() => expect(said()).toEqual(['Prompt salvo com sucesso.']))
  })

  it('never shows a kept key, and keeps it when none is typed', async () => {
    await open()
    fireEvent.click(screen.getByText('Vendas IA'))
    const form = await screen.findByRole('group', { name: 'Editar Vendas IA' })
    const key = within(form).getByLabelText(/^Chave de API/) as HTMLInputElement
    expect([key.type, key.value]).toEqual(['password', ''])
    // By its name for those who do not see the scale.
    expect(within(form).getByRole('slider', { name: 'Temperatura' })).toBeDefined()
    expect(within(form).getByText('Uma chave está guardada. Digite outra para trocá-la.')).toBeDefined()
    fireEvent.click(within(form).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(sent('prompts.update')[0]?.body?.apiKey).toBe(''))
  })
})

describe('the playground', () => {
  async function ask(text: string) {
    fireEvent.click(screen.getByText('Vendas IA'))
    await screen.findByRole('group', { name: 'Editar Vendas IA' })
    fireEvent.change(screen.getByRole('textbox', { name: 'Escreva como cliente' }), {
      target: { value: text },
    })
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Escreva como cliente' }), { key: 'Enter' })
  }
  const line = (value: object): string => `${JSON.stringify(value)}\n`

  it('streams the answer and shows tokens, cost and the hand-over', async () => {
    const end = deferred()
    asked = async ({ onText }) => {
      onText?.(`${line({ delta: 'Ação: Transferir para o setor de atendimento. ' })}{"delta":"Cham`)
      await end.promise
      onText?.(
        line({ delta: 'Ação: Transferir para o setor de atendimento. Chamo alguém.' }) +
          line({
            promptTokens: 1_000,
            completionTokens: 500,
            handover: true,
            model: 'gpt-4o-mini',
            sources: [{ id: 7, title: 'Horários', text: 'Das 8h às 18h.' }],
          }),
      )
      return null
    }
    await open()
    await ask('Quero uma pessoa')
    expect(await screen.findByText('Quero uma pessoa')).toBeDefined()
    end.resolve()
    expect(await screen.findByText('Chamo alguém.')).toBeDefined()
    expect(screen.getByText('Aqui o cliente passaria para uma pessoa.')).toBeDefined()
    fireEvent.click(screen.getByText('Do artigo Horários'))
    expect(screen.getByText('Das 8h às 18h.')).toBeDefined()
    expect(screen.getByText(/1500 tokens · US\$\s?0,00045|1\.500 tokens · US\$\s?0,00045/)).toBeDefined()
    expect(sent('prompts.try')[0]?.body).toMatchObject({
      id: 1,
      prompt: 'Você atende a padaria.',
      turns: [{ role: 'user', text: 'Quero uma pessoa' }],
    })
  })

  it('keeps a long question whole, says that it is too long and holds it back; asks with as many turns as the prompt reads', async () => {
    asked = async ({ onText }) => {
      onText?.(
        line({ delta: 'a'.repeat(20_000) }) +
          line({ promptTokens: 1, completionTokens: 1, handover: false, model: 'gpt-4o-mini' }),
      )
      return null
    }
    prompts = [aPrompt({ maxMessages: 2 })]
    await open()
    await ask('x'.repeat(4_097))
    const field = screen.getByRole('textbox', { name: 'Escreva como cliente' })
    expect((field as HTMLTextAreaElement).value).toHaveLength(4_097)
    expect(screen.getByText('Até 4.096 caracteres')).toBeDefined()
    expect((screen.getByRole('button', { name: 'Enviar pergunta' }) as HTMLButtonElement).disabled).toBe(true)
    expect(sent('prompts.try')).toEqual([])
    for (const [at, text] of ['um', 'dois', 'três'].entries()) {
      fireEvent.change(field, { target: { value: text } })
      fireEvent.keyDown(field, { key: 'Enter' })
      await waitFor(() => expect(sent('prompts.try')).toHaveLength(at + 1))
      await screen.findByRole('button', { name: 'Enviar pergunta' })
    }
    // The prompt reads two messages; a long answer is shown whole and goes along as far as a server takes it.
    const turns = sent('prompts.try')[2]?.body?.turns as { role: string; text: string }[]
    expect(turns.map(({ role, text }) => [role, text.length])).toEqual([
      ['assistant', 16_384],
      ['user', 4],
    ])
    expect(screen.getAllByText('a'.repeat(20_000))).toHaveLength(3)
  })

  it('says why there is no answer, and why one broke off', async () => {
    asked = async () => {
      throw new ApiError('refused', 'ERR_AI_KEY', '', 424)
    }
    await open()
    await ask('Oi')
    expect(await screen.findByText(/recusou a chave/)).toBeDefined()
    asked = async ({ onText }) => {
      onText?.(line({ delta: 'Temos pão' }) + line({ error: 'ERR_AI_PROVIDER' }))
      return null
    }
    fireEvent.change(screen.getByRole('textbox', { name: 'Escreva como cliente' }), {
      target: { value: 'E aí?' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar pergunta' }))
    expect(await screen.findByText('Temos pão')).toBeDefined()
    expect(screen.getByText('O provedor de IA não respondeu como devia.')).toBeDefined()
    // A server that went away in the middle: the stream ends, and nothing was said of it.
    asked = async ({ onText }) => {
      onText?.(line({ delta: 'Temos bolo' }))
      return null
    }
    fireEvent.change(screen.getByRole('textbox', { name: 'Escreva como cliente' }), {
      target: { value: 'E bolo?' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar pergunta' }))
    expect(await screen.findByText('Temos bolo')).toBeDefined()
    await waitFor(() =>
      expect(screen.getAllByText('O provedor de IA não respondeu como devia.')).toHaveLength(2),
    )
  })

  it('stops an answer by its button or Escape, keeps what was said, and can be asked again', async () => {
    const given: boolean[] = []
    asked = ({ onText, signal }) =>
      new Promise((_resolve, reject) => {
        onText?.(line({ delta: 'Era uma vez' }))
        signal?.addEventListener('abort', () => {
          given.push(true)
          reject(new Error('aborted'))
        })
      })
    await open()
    await ask('Conte uma história')
    fireEvent.click(await screen.findByRole('button', { name: 'Parar a resposta' }))
    expect(await screen.findByText('Interrompida')).toBeDefined()
    expect(screen.getByText('Era uma vez')).toBeDefined()
    expect(screen.queryByText(/não respondeu/)).toBeNull()
    const field = screen.getByRole('textbox', { name: 'Escreva como cliente' })
    fireEvent.change(field, { target: { value: 'Outra' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await screen.findByRole('button', { name: 'Parar a resposta' })
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(given).toEqual([true, true]))
    // The editor around it is still there.
    expect(screen.getByRole('group', { name: 'Editar Vendas IA' })).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Enviar pergunta' })).toBeDefined()
  })

  it('knows what only the provider charges', () => {
    const tokens = { promptTokens: 1_000_000, completionTokens: 1_000_000 }
    expect(answerCost({ baseUrl: '', model: '' }, tokens)).toBeCloseTo(0.75)
    expect(answerCost({ baseUrl: '', model: 'gpt-4o-2024-11-20' }, tokens)).toBeCloseTo(12.5)
    expect(answerCost({ baseUrl: '', model: 'someone-else' }, tokens)).toBeNull()
    expect(answerCost({ baseUrl: 'http://localhost:11434/v1', model: 'gpt-4o' }, tokens)).toBe(0)
  })
})
