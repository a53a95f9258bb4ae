// @vitest-environment jsdom
import './pressing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { CampaignEditor } from '@/features/campaigns/campaign-editor'
import { ReportScreen } from '@/features/campaigns/report-screen'
import { runCampaigns } from '../../../electron/server/automation/campaigns/job'
import {
  campaignOptOuts,
  campaignRecipients,
  campaignSettings,
  campaigns,
  contactListItems,
  contactLists,
} from '../../../electron/server/platform/db/schema'
import { said } from '../../unit/support/open-screen'
import { harnessForFile } from '../server/for-file'
import { onScreen } from './pressing'

const h = harnessForFile({ campaigns: false })
afterEach(async () => {
  h.channel.sent.length = 0
  h.channel.refuseWith = null
  for (const table of [campaigns, campaignSettings, campaignOptOuts]) await h.db.platform.delete(table)
})

const NOON = Date.parse('2026-03-02T15:00:00.000Z')
/** The engine at work for so many seconds of its own clock. */
async function run(from: number, to = from): Promise<void> {
  for (let s = from; s <= to; s += 20) await runCampaigns(h.running.app, new Date(NOON + s * 1_000))
}
const reached = (): string[] => h.channel.sent.map(message => message.to.number)
const numbers = ['5511970000001', '5511970000002', '5511970000003']

async function campaign(values: Partial<typeof campaigns.$inferInsert> = {}) {
  const companyId = h.one.id
  const list = await h.insert(contactLists, { companyId, name: 'Clientes', search: 'clientes' })
  const contactListId = list.id
  await h.insert(
    contactListItems,
    numbers.map((number, i) => ({
      companyId,
      contactListId,
      name: `Pessoa ${i + 1}`,
      number,
      search: `pessoa ${i + 1}`,
      numberState: 'valid' as const,
    })),
  )
  const row = await h.insert(campaigns, {
    companyId,
    name: 'Volta às aulas',
    search: 'volta as aulas',
    message1: 'Oi {nome}',
    status: 'PROGRAMADA',
    scheduledAt: new Date(NOON).toISOString(),
    whatsappId: h.one.whatsappId,
    contactListId,
    ...values,
  })
  return { id: row.id, contactListId }
}
const report = (id: number) =>
  onScreen(
    h,
    h.one.admin,
    <Routes>
      <Route path="/campaign/:campaignId/report" element={<ReportScreen />} />
    </Routes>,
    `/campaign/${id}/report`,
  )

describe('the report of a campaign', () => {
  it('“Tentar de novo as que falharam” writes to those who were refused, once, and to nobody else', async () => {
    const { id } = await campaign()
    await run(0)
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    await run(20, 100)
    h.channel.refuseWith = null
    await h.running.sink.acks(
      h.channel.sent.map(({ whatsappId, messageId }) => ({ whatsappId, messageId, ack: 2 })),
    )
    await run(120)
    expect(await h.db.select().from(campaigns)).toMatchObject([{ status: 'FINALIZADA' }])
    await report(id)
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo as que falharam' }))
    await waitFor(() => expect(said()).toContain('2 pessoas serão contatadas de novo'))
    await run(140, 400)
    expect(reached()).toEqual(numbers)
    const states = await h.db
      .select({ state: campaignRecipients.state })
      .from(campaignRecipients)
      .where(eq(campaignRecipients.campaignId, id))
      .orderBy(campaignRecipients.id)
    expect(states.map(({ state }) => state)).toEqual(['sent', 'sending', 'sending'])
  })
})

describe('a campaign with a variable that nothing stands for', () => {
  it('is told so where it is checked and at its field, is not saved, and never goes out as it is written', async () => {
    await onScreen(h, h.one.admin, <CampaignEditor campaign={null} onClose={() => undefined} />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Festa')
    await userEvent.type(screen.getByRole('textbox', { name: 'Mensagem 1' }), 'Oi {{inexistente}')
    expect(await screen.findByText(/Nenhuma variável se chama \{inexistente\}: sairia assim/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Salvar campanha' }))
    expect(await screen.findByText('Nenhuma variável se chama {inexistente}')).toBeTruthy()
    expect(await h.db.$count(campaigns)).toBe(0)
    const refused = await h.call<{ error: string }>(h.one.admin, 'campaigns.create', {
      body: { name: 'Festa', message1: 'Oi {inexistente}' },
    })
    expect(refused.body).toMatchObject({ error: 'ERR_CAMPAIGN_VARIABLE', name: '{inexistente}' })
    // The variable went after the campaign was saved.
    const { id } = await campaign({ message1: 'Oi {promo}' })
    await run(0)
    expect(reached()).toEqual([])
    await report(id)
    expect(await screen.findByText(/usa uma variável que não existe mais/)).toBeTruthy()
  })
})
