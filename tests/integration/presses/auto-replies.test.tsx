// @vitest-environment jsdom
import './pressing'
import type { PlanFlags, Queue } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { desc, eq } from 'drizzle-orm'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { PromptsScreen } from '@/features/prompts'
import { QueueForm } from '@/features/queues/queue-form'
import { SettingsScreen } from '@/features/settings/settings-screen'
import { useWorkplace } from '@/stores/workplace'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { sealText } from '../../../electron/server/auth/seal'
import { SEALED_FOR } from '../../../electron/server/automation/secrets'
import {
  articles,
  contacts,
  prompts,
  queueIntegrations,
  queues,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/db/schema'
import { type ChatModelDouble, OGG, startChatModelDouble } from '../../support/chat-model-double'
import { IXC_TOKEN, type IxcDouble, startIxcDouble } from '../../support/ixc-double'
import { said } from '../../unit/support/open-screen'
import { type Harness, type Person, startHarness } from '../server/harness'
import { answered, editorPane, handOn, onScreen } from './pressing'

vi.mock('openai', async original => (await import('./openai-in-page')).openaiInPage(await original()))

let h: Harness
let root: Person
let model: ChatModelDouble
let ixc: IxcDouble
/** Of the speech service, as it was asked. */
const regions: string[] = []
beforeAll(async () => {
  model = await startChatModelDouble()
  ixc = await startIxcDouble()
  h = await startHarness({
    speechOrigin: region => {
      regions.push(region)
      return model.speechUrl
    },
    modelTimeouts: { ...MODEL_TIMEOUTS, pause: 10 },
  })
  root = await h.superOf(h.one)
})
afterAll(async () => {
  await h.close()
  await model.close()
  await ixc.close()
})
beforeEach(async () => {
  model.asked.length = 0
  model.spoken.length = 0
  model.next.length = 0
  model.speechStatus = 200
  await h.setting(h.one, 'localProviders', 'enabled')
  await h.update(queues, { promptId: null, integrationId: null })
  await h.update(whatsapps, { promptId: null, greetingMessage: '' })
  await h.db.platform.delete(whatsappQueues).where(eq(whatsappQueues.queueId, h.one.vendas))
})

const PLAN = { useOpenAi: true, useIntegrations: true } as PlanFlags
/** A screen of an administrator whose plan has prompts and integrations. */
async function open(page: ReactElement): Promise<void> {
  await onScreen(h, h.one.admin, page)
  act(() => useWorkplace.setState({ plan: PLAN }))
}
let serial = 0
/** A customer nobody knows yet, with the phone in hand. */
function customer() {
  const number = `55119810${String(++serial).padStart(5, '0')}`
  const reached = () => h.channel.sent.filter(({ to }) => to.number === number)
  return {
    number,
    says: (body: string) => h.customer(h.one, number, body),
    reached,
    hears: (words: string) => waitFor(() => expect(reached().map(({ body }) => body)).toContain(words)),
    async ticket() {
      const [row] = await h.db
        .select({ ticket: tickets })
        .from(tickets)
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(eq(contacts.number, number))
      return row?.ticket
    },
  }
}
/** A prompt that is kept already. */
async function kept(over: Partial<typeof prompts.$inferInsert> = {}): Promise<number> {
  const row = await h.insert(prompts, {
    companyId: h.one.id,
    name: 'Padaria',
    prompt: 'Você atende.',
    queueId: h.one.vendas,
    ...over,
  })
  return row.id
}
const serve = (promptId: number) =>
  h.db.platform.update(queues).set({ promptId }).where(eq(queues.id, h.one.suporte))
/** Saves the form that lies open, once the toast has these words. */
async function save(hand: ReturnType<typeof handOn>, words: string, button = 'Salvar'): Promise<void> {
  await hand.press(button)
  await waitFor(() => expect(said()).toContain(words))
}

it('an address of this network is asked once the platform allows it; the answer stands there with its tokens', async () => {
  await h.setting(h.one, 'localProviders', 'disabled')
  const ask = async () => {
    await open(<PromptsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar prompt' }))
    const form = await screen.findByRole('group', { name: 'Adicionar prompt' })
    handOn(form).type('Endereço do provedor', model.url)
    handOn(form).type('Chave de API', 'sk-chave')
    const question = screen.getByRole('textbox', { name: 'Escreva como cliente' })
    fireEvent.change(question, { target: { value: 'Tem pão?' } })
    fireEvent.keyDown(question, { key: 'Enter' })
    await answered()
  }
  await ask()
  expect(await within(screen.getByRole('region', { name: 'Teste' })).findByRole('alert')).toBeTruthy()
  expect(model.asked).toEqual([])
  await onScreen(
    h,
    root,
    <Routes>
      <Route path="/settings/:section" element={<SettingsScreen />} />
    </Routes>,
    '/settings/company',
  )
  await userEvent.click(await screen.findByRole('switch', { name: 'Provedores nesta rede' }))
  await screen.findByText('salvo')
  model.next.push({ kind: 'answer', text: 'Temos pão de queijo.' })
  await ask()
  expect(await screen.findByText('Temos pão de queijo.')).toBeTruthy()
  expect(await screen.findByText(/\d+ tokens · /)).toBeTruthy()
  expect(model.asked[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Tem pão?' })
})

it('answers from the company’s articles until its form says otherwise, in the playground as well', async () => {
  await h.call(h.one.admin, 'articles.create', {
    body: { title: 'Entrega de pão', text: 'Grátis até 5 km.' },
  })
  await serve(await kept({ baseUrl: model.url, name: 'Com artigos' }))
  const told = async (): Promise<boolean> => {
    const lia = customer()
    model.asked.length = 0
    model.next.push({ kind: 'answer', text: `Sim, ${lia.number}.` })
    await lia.says('Tem entrega de pão?')
    await lia.hears(`Sim, ${lia.number}.`)
    return model.asked[0]?.messages[0]?.content.includes('Grátis até 5 km.') ?? false
  }
  expect(await told()).toBe(true)
  await open(<PromptsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Com artigos' }))
  const form = await screen.findByRole('group', { name: 'Editar Com artigos' })
  await userEvent.click(within(form).getByRole('checkbox', { name: 'Responder com a base de conhecimento' }))
  model.asked.length = 0
  model.next.push({ kind: 'answer', text: 'Não sei.' })
  const question = screen.getByRole('textbox', { name: 'Escreva como cliente' })
  fireEvent.change(question, { target: { value: 'Tem entrega de pão?' } })
  fireEvent.keyDown(question, { key: 'Enter' })
  await screen.findByText('Não sei.')
  expect(JSON.stringify(model.asked)).not.toContain('Grátis')
  await save(handOn(form), 'Prompt salvo com sucesso.')
  expect(await told()).toBe(false)
  await h.db.platform.delete(articles)
})

it('what is typed into a prompt is what the model is asked, where and with what; its queue is where a person goes on', async () => {
  await open(<PromptsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar prompt' }))
  const form = await screen.findByRole('group', { name: 'Adicionar prompt' })
  const hand = handOn(form)
  hand.type('Nome', 'Atendente da padaria')
  hand.type('Prompt', 'Você atende a padaria Aurora.')
  await hand.pick('Fila', 'Vendas')
  hand.type('Endereço do provedor', model.url)
  hand.type('Chave de API', 'sk-digitada')
  hand.type('Modelo', 'modelo-proprio')
  hand.type('Máximo de tokens', '55')
  hand.type('Máximo de mensagens', '2')
  const heat = within(form).getByRole('slider', { name: 'Temperatura' })
  heat.focus()
  fireEvent.keyDown(heat, { key: 'ArrowRight', keyCode: 39 })
  await save(hand, 'Prompt salvo com sucesso.', 'Adicionar')
  const [made] = await h.db.select().from(prompts).orderBy(desc(prompts.id)).limit(1)

  const { body } = await h.call<Queue>(h.one.admin, 'queues.get', { params: { id: h.one.suporte } })
  await open(<QueueForm queue={body} />)
  const queue = handOn(await editorPane())
  await queue.pick('Prompt de IA', 'Atendente da padaria')
  await queue.press('Salvar')
  await waitFor(async () => {
    const [row] = await h.db.select().from(queues).where(eq(queues.id, h.one.suporte))
    expect(row?.promptId).toBe(made?.id)
  })

  const lia = customer()
  model.next.push({ kind: 'answer', text: 'Temos pão de queijo.' })
  await lia.says('Tem pão?')
  await lia.hears('Temos pão de queijo.')
  expect(model.asked[0]).toMatchObject({
    model: 'modelo-proprio',
    max_tokens: 55,
    temperature: 1.1,
    authorization: 'Bearer sk-digitada',
  })
  expect(model.asked[0]?.messages[0]?.content).toContain('Você atende a padaria Aurora.')
  model.next.push({ kind: 'answer', text: 'Temos bolo.' })
  await lia.says('E bolo?')
  await lia.hears('Temos bolo.')
  // As many messages as were typed: the oldest question is not read any more.
  expect(model.asked[1]?.messages.slice(1).map(({ content }) => content)).toEqual([
    'Temos pão de queijo.',
    'E bolo?',
  ])
  await lia.says('Quero falar com um atendente')
  await waitFor(async () =>
    expect(await lia.ticket()).toMatchObject({ queueId: h.one.vendas, useIntegration: false }),
  )
})

it('a voice that is chosen speaks with the key that was typed, and writes when it fails', async () => {
  await serve(await kept({ name: 'Com voz', baseUrl: model.url }))
  await open(<PromptsScreen />)
  await userEvent.click(await screen.findByText('Com voz'))
  const hand = handOn(await screen.findByRole('group', { name: 'Editar Com voz' }))
  await hand.pick('Voz', 'Francisca')
  hand.type('Chave da voz', 'voz-digitada')
  hand.type('Região da voz', 'brazilsouth')
  await save(hand, 'Prompt salvo com sucesso.')
  const lia = customer()
  model.next.push({ kind: 'answer', text: 'Temos pão.' })
  await lia.says('Tem pão?')
  await waitFor(() =>
    expect(lia.reached()).toMatchObject([
      { body: '', mediaType: 'audio', media: { mime: 'audio/ogg', size: OGG.length } },
    ]),
  )
  expect(model.spoken).toMatchObject([
    { voice: 'pt-BR-FranciscaNeural', text: 'Temos pão.', key: 'voz-digitada' },
  ])
  expect(regions).toEqual(['brazilsouth'])
  model.speechStatus = 500
  model.next.push({ kind: 'answer', text: 'Escrito, então.' })
  await lia.says('Pode escrever?')
  await lia.hears('Escrito, então.')
})

it('a prompt that is chosen for a connection answers in the place of the menu', async () => {
  await h.update(whatsapps, { greetingMessage: 'Bem-vindo!' }, eq(whatsapps.id, h.one.whatsappId))
  await h.insert(whatsappQueues, { companyId: h.one.id, whatsappId: h.one.whatsappId, queueId: h.one.vendas })
  const before = customer()
  await before.says('Oi')
  await waitFor(() => expect(before.reached()[0]?.body).toContain('*1* - Suporte'))
  await kept({ name: 'Da linha', baseUrl: model.url })
  await open(<ConnectionsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Linha Um' }))
  const hand = handOn(await editorPane())
  await hand.pick('Prompt de IA', 'Da linha')
  await save(hand, 'Operação realizada com sucesso!')
  const lia = customer()
  model.next.push({ kind: 'answer', text: 'Aqui fala a padaria.' })
  await lia.says('Oi')
  await lia.hears('Aqui fala a padaria.')
  const bodies = lia.reached().map(({ body }) => body)
  expect(bodies.join()).not.toContain('*1*')
})

it('an integration that is chosen for a queue looks its customers up at the provider', async () => {
  await h.insert(queueIntegrations, {
    companyId: h.one.id,
    type: 'IXC',
    name: 'Boletos',
    ixcBaseUrl: ixc.url,
    ixcApiKeySecret: sealText(h.running.app.keys, SEALED_FOR.ixc, IXC_TOKEN),
  })
  const { body } = await h.call<Queue>(h.one.admin, 'queues.get', { params: { id: h.one.suporte } })
  await open(<QueueForm queue={body} />)
  const hand = handOn(await editorPane())
  await hand.pick('Integração', 'Boletos')
  await hand.press('Salvar')
  await waitFor(async () => {
    const [row] = await h.db.select().from(queues).where(eq(queues.id, h.one.suporte))
    expect(row?.integrationId).not.toBeNull()
  })
  const lia = customer()
  const [maria] = ixc.customers
  if (maria) maria.telefone_celular = lia.number.replace(/^55(\d\d)(\d{5})(\d{4})$/, '($1) $2-$3')
  await lia.says('529.982.247-25')
  await waitFor(() => expect(lia.reached().at(-1)?.body).toMatch(/Olá, Maria![\s\S]*R\$ 99,90/))
  expect(ixc.asked[0]?.body.query).toBe('529.982.247-25')
})
