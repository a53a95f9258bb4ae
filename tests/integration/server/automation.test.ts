import type { Prompt, QueueIntegration } from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEALED_FOR } from '../../../electron/server/automation/integrations/secrets'
import { sealText, unsealText } from '../../../electron/server/platform/auth/seal'
import { prompts, queueIntegrations, queues } from '../../../electron/server/platform/db/schema'
import { type ChatModelDouble, startChatModelDouble } from '../../support/chat-model-double'
import { storedBytes } from '../../support/engine'
import { IXC_TOKEN, type IxcDouble, startIxcDouble } from '../../support/ixc-double'
import { soon } from '../../support/soon'
import { postLines } from './copilot-for-file'
import { type Harness, type Person, startHarness } from './harness'

let h: Harness
let root: Person
let model: ChatModelDouble
let ixc: IxcDouble
const KEY = 'sk-segredo-da-padaria-0001'

beforeAll(async () => {
  h = await startHarness()
  root = await h.superOf(h.one)
  model = await startChatModelDouble()
  ixc = await startIxcDouble()
})
afterAll(async () => {
  await h.close()
  await model.close()
  await ixc.close()
})

const form = () => ({ name: 'Vendas', prompt: 'Você atende a padaria.', queueId: h.one.vendas })
const bill = () => ({
  name: 'Boletos',
  ixcApiKey: IXC_TOKEN,
  ixcBaseUrl: 'https://ixc.example',
  ixcFallbackQueueId: h.one.suporte,
})
const allow = (value: 'enabled' | 'disabled') =>
  h.call(root, 'settings.update', { params: { key: 'localProviders' }, body: { value } })

describe('prompts', () => {
  it('are kept with the defaults of the specification, told to administrators live, and never with their keys', async () => {
    const admin = await h.connect(h.one.admin)
    const agent = await h.connect(h.one.ana)
    const body = { ...form(), apiKey: KEY, voiceKey: 'voz-segredo-1' }
    const made = await h.call<Prompt>(h.one.admin, 'prompts.create', { body })
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        voice: 'texto',
        maxTokens: 100,
        temperature: 1,
        maxMessages: 10,
        totalTokens: 0,
        hasApiKey: true,
        hasVoiceKey: true,
        queue: { name: 'Vendas' },
      },
    ])
    const heard = await admin.until(one => one.event === `company-${h.one.id}-prompt`)
    expect(heard.payload).toMatchObject({ action: 'create', prompt: { id: made.body.id } })
    const params = { id: made.body.id }
    const listed = await h.call(h.one.admin, 'prompts.list')
    const got = await h.call(h.one.admin, 'prompts.get', { params })
    for (const said of [made.body, heard, listed.body, got.body])
      expect(JSON.stringify(said)).not.toMatch(/segredo|Secret/)
    const [row] = await h.db.select().from(prompts).where(eq(prompts.id, made.body.id))
    expect(unsealText(h.running.app.keys, SEALED_FOR.model, row?.apiKeySecret ?? '')).toBe(KEY)
    expect((await storedBytes(h.db, h.folder, 'prompts')).includes(KEY)).toBe(false)

    const kept = await h.call<Prompt>(h.one.admin, 'prompts.update', {
      params,
      body: { ...form(), name: 'Vendas 2' },
    })
    expect(kept.body).toMatchObject({ name: 'Vendas 2', hasApiKey: true })
    await h.call(h.one.admin, 'prompts.remove', { params })
    await admin.until(
      one => one.event === `company-${h.one.id}-prompt` && JSON.stringify(one).includes('delete'),
    )
    await agent.settled()
    expect(JSON.stringify(agent.of('prompt'))).not.toContain('Vendas')
    admin.close()
    agent.close()
  })

  it('cannot be deleted while a queue answers with them', async () => {
    const { id } = (await h.call<Prompt>(h.one.admin, 'prompts.create', { body: form() })).body
    await h.update(queues, { promptId: id }, eq(queues.id, h.one.vendas))
    const params = { id }
    expect((await h.call(h.one.admin, 'prompts.remove', { params })).body.error).toBe('ERR_PROMPT_IN_USE')
    await h.update(queues, { promptId: null }, eq(queues.id, h.one.vendas))
    expect((await h.call(h.one.admin, 'prompts.remove', { params })).body).toEqual({
      message: 'Prompt deleted',
    })
  })

  it('a kept key goes to the address it was kept for and to no other', async () => {
    await allow('enabled')
    const body = { ...form(), apiKey: KEY, baseUrl: model.url }
    const { id } = (await h.call<Prompt>(h.one.admin, 'prompts.create', { body })).body
    const moved = { ...form(), baseUrl: 'https://thief.example/v1' }
    expect((await h.call(h.one.admin, 'prompts.update', { params: { id }, body: moved })).status).toBe(400)
    const turns = [{ role: 'user', text: 'oi' }]
    const stolen = await h.call(h.one.admin, 'prompts.try', {
      body: { id, baseUrl: `${model.speechUrl}/v2`, turns },
    })
    expect(stolen.body.error).toBe('ERR_AI_KEY')
    expect(model.asked).toEqual([])
    await allow('disabled')
  })
})

describe('the playground', () => {
  const trial = (body: object, who = h.one.admin) =>
    postLines(h, who, '/api/prompt/try', {
      ...{ prompt: 'Atenda.', turns: [{ role: 'user', text: 'Tem pão?' }] },
      ...body,
    })

  it('streams the answer in pieces and says what it cost and whether a person is wanted', async () => {
    await allow('enabled')
    model.next.push({
      kind: 'answer',
      text: 'Ação: Transferir para o setor de atendimento. Já chamo alguém.',
    })
    const { status, lines } = await trial({
      prompt: 'Atenda {{firstName}}.',
      apiKey: KEY,
      baseUrl: model.url,
      maxTokens: 70,
      temperature: 0.2,
      // What a model said may be longer than what a customer writes.
      turns: [
        { role: 'assistant', text: 'p'.repeat(16_384) },
        { role: 'user', text: 'Tem pão?' },
      ],
    })
    expect(status).toBe(200)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.at(-1)).toEqual({
      promptTokens: 40,
      completionTokens: 10,
      handover: true,
      model: 'gpt-4o-mini',
      sources: [],
    })
    const [asked] = model.asked.splice(0)
    expect(asked).toMatchObject({ max_tokens: 70, temperature: 0.2, authorization: `Bearer ${KEY}` })
    expect(asked?.messages.at(-1)).toEqual({ role: 'user', content: 'Tem pão?' })
    expect(asked?.messages[0]?.content).toMatch(/^Atenda Admin\./)
  })

  it('answers from articles, and says from which', async () => {
    const body = { title: 'Horário do pão', text: 'O pão sai às 7h, {{firstName}}.' }
    const { id } = (await h.call<{ id: number }>(h.one.admin, 'articles.create', { body })).body
    model.next.push({ kind: 'answer', text: 'O pão sai às 7h [1].', pieces: 6 })
    const { lines } = await trial({ apiKey: KEY, baseUrl: model.url })
    expect(lines.map(({ delta = '' }) => delta).join('')).toBe('O pão sai às 7h.')
    expect(lines.at(-1)).toMatchObject({
      sources: [{ id, title: 'Horário do pão', text: 'O pão sai às 7h, Admin.' }],
    })
    await h.call(h.one.admin, 'articles.remove', { params: { id } })
  })

  it('says at once that the key is refused, and at the end that an answer broke off', async () => {
    model.next.push({ kind: 'refuse', status: 401 })
    const refused = await trial({ apiKey: KEY, baseUrl: model.url })
    expect([refused.status, refused.lines[0]?.error]).toEqual([424, 'ERR_AI_KEY'])
    model.next.push({ kind: 'cut', text: 'Temos pão de' })
    const cut = await trial({ apiKey: KEY, baseUrl: model.url })
    expect(cut.lines.at(-1)).toEqual({ error: 'ERR_AI_PROVIDER' })
    model.next.push({ kind: 'answer', text: 'sem fim '.repeat(150_000) })
    const endless = await trial({ apiKey: KEY, baseUrl: model.url })
    expect(JSON.stringify(endless)).toContain('ERR_AI_ENDLESS')
    expect(JSON.stringify(endless).length).toBeLessThan(40_000)
    await allow('disabled')
  })

  it('gives the question up when the caller leaves, also on a connection that is used again', async () => {
    await allow('enabled')
    const warned: Error[] = []
    const note = (warning: Error): void => void warned.push(warning)
    process.on('warning', note)
    for (let i = 0; i < 12; i++) await trial({ apiKey: KEY, baseUrl: model.url }, h.two.admin)
    const before = model.left
    model.next.push({ kind: 'stall', text: 'Era uma vez' })
    const leaving = new AbortController()
    const answer = await h.raw(h.one.admin, '/api/prompt/try', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        prompt: 'Atenda.',
        apiKey: KEY,
        baseUrl: model.url,
        turns: [{ role: 'user', text: 'Conte' }],
      }),
      signal: leaving.signal,
    })
    expect(answer.status).toBe(200)
    leaving.abort()
    await soon(() => expect(model.left).toBe(before + 1))
    process.off('warning', note)
    expect(warned).toEqual([])
    await allow('disabled')
  })

  it('an address of this network is refused until the platform allows it', async () => {
    model.asked.length = 0
    const refused = await trial({ apiKey: KEY, baseUrl: model.url })
    expect(refused.lines[0]?.error).toBe('ERR_ADDRESS_NOT_ALLOWED')
    const saved = await h.call(h.one.admin, 'prompts.create', { body: { ...form(), baseUrl: model.url } })
    expect(saved.body).toMatchObject({ error: 'ERR_ADDRESS_NOT_ALLOWED', field: 'baseUrl' })
    expect(model.asked).toEqual([])
  })
})

describe('integrations', () => {
  it('are kept with their defaults and without telling the key, and change without giving it again', async () => {
    const admin = await h.connect(h.one.admin)
    const made = await h.call<QueueIntegration>(h.one.admin, 'integrations.create', { body: bill() })
    expect(made.body).toMatchObject({
      type: 'IXC',
      projectName: 'Boletos',
      ixcTimeout: 30_000,
      ixcRetryAttempts: 3,
      hasIxcApiKey: true,
    })
    const heard = await admin.until(one => one.event === `company-${h.one.id}-queueIntegration`)
    expect(heard.payload.action).toBe('create')
    expect(JSON.stringify([made.body, heard])).not.toContain('0123456789abcdef')
    const { ixcApiKey: _, ...keyless } = bill()
    const params = { id: made.body.id }
    const body = { ...keyless, ixcTimeout: 5_000 }
    expect((await h.call(h.one.admin, 'integrations.update', { params, body })).body).toMatchObject({
      ixcTimeout: 5_000,
      hasIxcApiKey: true,
    })
    await h.update(queues, { integrationId: params.id }, eq(queues.id, h.one.vendas))
    expect((await h.call(h.one.admin, 'integrations.remove', { params })).body.error).toBe(
      'ERR_INTEGRATION_IN_USE',
    )
    await h.update(queues, { integrationId: null }, eq(queues.id, h.one.vendas))
    expect((await h.call(h.one.admin, 'integrations.remove', { params })).status).toBe(200)
    admin.close()
  })

  it('are tested with one question: right, a wrong key, nobody there', async () => {
    await allow('enabled')
    const body = { ixcBaseUrl: ixc.url, ixcApiKey: IXC_TOKEN }
    expect((await h.call(h.one.admin, 'integrations.test', { body })).body).toMatchObject({ ok: true })
    expect(ixc.asked.at(-1)).toMatchObject({ resource: 'cliente', list: true })
    const wrong = { ...body, ixcApiKey: 'chave-errada-1' }
    expect((await h.call(h.one.admin, 'integrations.test', { body: wrong })).body.error).toBe('ERR_IXC_KEY')
    ixc.next.push(500)
    expect((await h.call(h.one.admin, 'integrations.test', { body })).body.error).toBe('ERR_IXC_PROVIDER')
    await allow('disabled')
    expect((await h.call(h.one.admin, 'integrations.test', { body })).body.error).toBe(
      'ERR_ADDRESS_NOT_ALLOWED',
    )
  })
})

it('a secret cannot be read with another workspace’s key file, nor be put in the place of another', async () => {
  const { keys } = h.running.app
  const sealed = sealText(keys, SEALED_FOR.ixc, 'segredo')
  expect(unsealText(keys, SEALED_FOR.ixc, sealed)).toBe('segredo')
  expect(unsealText(keys, SEALED_FOR.speech, sealed)).toBeNull()
  const [version, nonce, tag = '', text] = sealed.split('.')
  const short = Buffer.from(tag, 'base64').subarray(0, 4).toString('base64')
  expect(unsealText(keys, SEALED_FOR.ixc, [version, nonce, short, text].join('.'))).toBeNull()
  expect(unsealText({ ...keys, access: Buffer.alloc(32) as never }, SEALED_FOR.ixc, sealed)).toBeNull()
  expect(await h.db.select().from(queueIntegrations)).toEqual([])
})
