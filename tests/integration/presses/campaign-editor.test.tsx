// @vitest-environment jsdom
import './pressing'
import { File as NodeFile } from 'node:buffer'
import { CAMPAIGN_SLOTS, type Campaign, slotFor } from '@contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeAll, expect, it, vi } from 'vitest'
import { CampaignsScreen } from '@/features/campaigns'
import { CampaignEditor } from '@/features/campaigns/campaign-editor'
import { ContactListItemsScreen, ContactListsScreen } from '@/features/contact-lists'
import { FileListsScreen } from '@/features/file-lists'
import { runCampaigns } from '../../../electron/server/campaigns/job'
import {
  campaigns,
  contactListItems,
  contactLists,
  files,
  tickets,
  whatsapps,
} from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { fill, pick, press } from './fields'
import { onScreen } from './pressing'

// Whole forms are filled: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const h = harnessForFile({ campaigns: false })
let secondLine = 0
beforeAll(async () => {
  const row = await h.insert(whatsapps, {
    companyId: h.one.id,
    name: 'Linha de campanhas',
    status: 'CONNECTED',
  })
  secondLine = row.id
})

// Files leave as Node writes them: a page's own form would reach nobody here.
const NodeForm = (await new Response(new URLSearchParams()).formData()).constructor as typeof FormData
vi.stubGlobal('FormData', NodeForm)

const page = document.body
const numbers = ['5511970100001', '5511970100002']
const sentTo = (number: string) => h.channel.sent.filter(({ to }) => to.number === number)

it('each of the five questions is followed by its own message, with the attachment that was kept', async () => {
  const body = { name: 'Cinco', message1: 'Provisória', whatsappId: secondLine }
  const made = await h.call<Campaign>(h.one.admin, 'campaigns.create', { body })
  const form = new NodeForm()
  form.append('file', new NodeFile(['%PDF-1.4'], 'cinco.pdf', { type: 'application/pdf' }) as unknown as File)
  const params = { id: made.body.id }
  expect((await h.call(h.one.admin, 'campaigns.attach', { params, body: form })).status).toBe(200)
  const kept = await h.call<Campaign>(h.one.admin, 'campaigns.get', { params })
  await onScreen(h, h.one.admin, <CampaignEditor campaign={kept.body} onClose={() => undefined} />)
  await userEvent.click(await screen.findByRole('switch', { name: /^Pedir confirmação antes/ }))
  for (const slot of CAMPAIGN_SLOTS) {
    fill(page, new RegExp(`^Mensagem ${slot}`), `Texto ${slot}`)
    fill(page, new RegExp(`^Pergunta de confirmação ${slot}`), `Pergunta ${slot}?`)
  }
  const texts = Object.fromEntries(CAMPAIGN_SLOTS.map(slot => [`message${slot}`, 'x']))
  for (const slot of CAMPAIGN_SLOTS) {
    const own = Array.from({ length: 99 }, (_, at) => `55119702000${10 + at}`).find(
      number => slotFor(texts, number) === slot,
    )
    fill(page, /^Meu número/, own ?? '')
    await press(page, 'Enviar teste')
    await waitFor(() => expect(sentTo(own ?? '')).toHaveLength(2))
    expect(sentTo(own ?? '').map(({ body, media }) => [body, media?.name])).toEqual([
      [`Pergunta ${slot}?`, undefined],
      [`Texto ${slot}`, 'cinco.pdf'],
    ])
  }
  await h.call(h.one.admin, 'campaigns.remove', { params })
})

it('a list, its contacts and a file list that are made on their screens are whom a campaign of the editor writes to, and with what', async () => {
  await onScreen(
    h,
    h.one.admin,
    <Routes>
      <Route path="/contact-lists" element={<ContactListsScreen />} />
      <Route path="/contact-lists/:contactListId/contacts" element={<ContactListItemsScreen />} />
    </Routes>,
    '/contact-lists',
  )
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova lista' }))[0] as HTMLElement)
  const list = await screen.findByRole('dialog')
  fill(list, /^Nome/, 'Clientes fiéis')
  await press(list, 'Adicionar')
  expect(await screen.findByText('Clientes fiéis')).toBeTruthy()
  for (const [at, number] of numbers.entries()) {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Novo contato' }))[0] as HTMLElement)
    const item = await screen.findByRole('dialog')
    fill(item, /^Nome/, `Pessoa ${at + 1}`)
    fill(item, /^Número/, number)
    fill(item, /^E-mail/, `p${at + 1}@casa.test`)
    await press(item, 'Adicionar')
    await waitFor(async () => expect(await h.db.$count(contactListItems)).toBe(at + 1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(await h.db.select().from(contactLists)).toMatchObject([{ name: 'Clientes fiéis' }])
  await h.update(contactListItems, { numberState: 'valid' })

  await onScreen(h, h.one.admin, <FileListsScreen />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar lista' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /^Nome/, 'Cardápio')
  fill(dialog, /^Mensagem/, 'Segue o cardápio, {nome}')
  await press(dialog, 'Adicionar arquivo')
  fill(dialog, /^Nome do arquivo 1/, 'Capa')
  const chooser = dialog.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(
    chooser as HTMLElement,
    new NodeFile(['%PDF-1.4'], 'capa.pdf', { type: 'application/pdf' }) as unknown as File,
  )
  await press(dialog, 'Adicionar')
  await waitFor(async () => expect(await h.db.$count(files)).toBe(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  // Who is in a conversation meanwhile is left out.
  const [first = '', busy = ''] = numbers
  await h.customer(h.one, busy, 'Oi')
  await h.update(tickets, { status: 'open', userId: h.one.ana.id })

  await onScreen(h, h.one.admin, <CampaignsScreen />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0] as HTMLElement)
  await screen.findByLabelText(/^Mensagem 1/)
  fill(page, /^Nome/, 'Volta às aulas')
  await pick(page, /^Lista de contatos/, 'Clientes fiéis')
  await userEvent.click(screen.getByRole('switch', { name: 'Deixar de fora quem está em atendimento' }))
  await userEvent.click(screen.getByRole('switch', { name: /^Pedir confirmação antes/ }))
  fill(page, /^Mensagem 1/, 'Oi {nome}, seu e-mail é {email}')
  fill(page, /^Pergunta de confirmação 1/, 'Posso falar, {nome}?')
  await pick(page, /^Lista de arquivos/, 'Cardápio')
  await pick(page, /^Conexão/, 'Linha de campanhas')

  const mine = '5511970100009'
  h.channel.sent.length = 0
  fill(page, /^Meu número/, mine)
  await press(page, 'Enviar teste')
  await waitFor(() => expect(sentTo(mine).length).toBe(4))
  const heard = (number: string) => sentTo(number).map(({ body, media }) => media?.name ?? body)
  expect(heard(mine)).toEqual([
    'Posso falar, Admin?',
    `Oi Admin, seu e-mail é ${h.one.admin.email}`,
    'Segue o cardápio, Admin',
    'capa.pdf',
  ])
  expect(sentTo(mine).every(({ whatsappId }) => whatsappId === secondLine)).toBe(true)

  await userEvent.click(screen.getByRole('radio', { name: 'Agora' }))
  await press(page, 'Iniciar campanha')
  await waitFor(async () =>
    expect(await h.db.select().from(campaigns)).toMatchObject([
      { name: 'Volta às aulas', skipOpenTickets: true },
    ]),
  )
  const began = Date.now()
  const run = async (from: number, to: number) => {
    for (let s = from; s <= to; s += 20) await runCampaigns(h.running.app, new Date(began + s * 1_000))
  }
  await run(1, 101)
  expect(sentTo(first).map(({ body }) => body)).toEqual(['Posso falar, Pessoa 1?'])
  expect(sentTo(busy)).toEqual([])
  await h.customer(h.one, first, 'Pode sim', { whatsappId: secondLine })
  await run(121, 301)
  expect(heard(first)).toEqual([
    'Posso falar, Pessoa 1?',
    'Oi Pessoa 1, seu e-mail é p1@casa.test',
    'Segue o cardápio, Pessoa 1',
    'capa.pdf',
  ])
  expect(sentTo(first).every(({ whatsappId }) => whatsappId === secondLine)).toBe(true)

  await onScreen(h, h.one.admin, <CampaignsScreen />)
  expect(await screen.findByText('Volta às aulas')).toBeTruthy()
})
