// @vitest-environment jsdom
/**
 * Every dialog and editor of the console that stands on the kit, as it is: each field sends its own member, and two people are
 * at the same record. What people paste and strangers try is the rules' (hostile-forms.test.ts). A component that is added to the
 * kit's users and not here fails the first test. The forms that stand by themselves follow.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@contract'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '@/app/providers'
import { AnnouncementForm } from '@/features/announcements/announcement-form'
import { ArticleEditor } from '@/features/articles/article-editor'
import { CampaignEditor } from '@/features/campaigns/campaign-editor'
import { ChatDialog } from '@/features/chats/chat-dialog'
import { CompanyEditor } from '@/features/companies/company-editor'
import { HelpDialog } from '@/features/companies/helps-section'
import { PlanDialog } from '@/features/companies/plans-section'
import { CloudDialog } from '@/features/connections/cloud-dialog'
import { ConnectionEditor } from '@/features/connections/connection-editor'
import { ProfileDialog } from '@/features/connections/profile-dialog'
import { ItemDialog } from '@/features/contact-lists/item-dialog'
import { ListDialog } from '@/features/contact-lists/list-dialog'
import { ContactDialog } from '@/features/contacts/contact-dialog'
import { CopilotEditor } from '@/features/copilot/editor'
import { FileListDialog } from '@/features/file-lists/file-list-dialog'
import { CheckoutDialog } from '@/features/finance/checkout-dialog'
import { PaymentSettingsDialog } from '@/features/finance/payment-settings-dialog'
import { CompanyScreen } from '@/features/first-run/company-screen'
import { HolidayDialog } from '@/features/hours/holiday-dialog'
import { weekOf } from '@/features/hours/week'
import { IntegrationDialog } from '@/features/integrations/integration-dialog'
import { MacroDialog } from '@/features/macros/macro-dialog'
import { MenuDialog } from '@/features/message-menus/menu-dialog'
import { WebhookDialog } from '@/features/messages-api/webhook-dialog'
import { PromptEditor } from '@/features/prompts/prompt-editor'
import { QueueForm } from '@/features/queues/queue-form'
import { QuickMessageDialog } from '@/features/quick-messages/quick-message-dialog'
import { ScheduleDialog as ScheduledReport } from '@/features/report-files/schedule-dialog'
import { RuleDialog } from '@/features/rules/rule-dialog'
import { ViewDialog } from '@/features/saved-views/view-dialog'
import { ScheduleDialog } from '@/features/schedules/schedule-dialog'
import { ServiceLevelDialog } from '@/features/service-levels/service-level-dialog'
import { MailSection } from '@/features/settings/company/mail-section'
import { SignUpScreen } from '@/features/sign-in/sign-up-screen'
import { TagDialog } from '@/features/tags/tag-dialog'
import { EditDialog as MessageDialog } from '@/features/thread/edit-dialog'
import { WhisperDialog } from '@/features/thread/whisper-dialog'
import { ReturnDialog } from '@/features/tickets/return-dialog'
import { TransferDialog } from '@/features/tickets/transfer-dialog'
import { UserDialog } from '@/features/users/user-dialog'
import { BreakDialog } from '@/features/workplace/break-dialog'
import { platformAnnouncements } from '@/stores/announcements'
import { articlesList } from '@/stores/articles'
import { integrationsDirectory, integrationsList, promptsDirectory, promptsList } from '@/stores/automation'
import { campaignsList } from '@/stores/campaigns'
import { chatsList } from '@/stores/chats'
import { companiesList, helpsList, plansDirectory, plansList } from '@/stores/companies'
import { contactListItemsList, contactListsList } from '@/stores/contact-lists'
import { contactsList } from '@/stores/contacts'
import { copilotSettings } from '@/stores/copilot'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { fileListsList } from '@/stores/file-lists'
import { holidaysDirectory } from '@/stores/holidays'
import { macrosList } from '@/stores/macros'
import { mailSettings, paymentSettings } from '@/stores/platform-settings'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { queuesDirectory } from '@/stores/queues'
import { quickMessagesList } from '@/stores/quick-messages'
import { reportSchedulesDirectory } from '@/stores/report-schedules'
import { rulesList } from '@/stores/rules'
import { savedViewsDirectory } from '@/stores/saved-views'
import { serviceLevelsList } from '@/stores/service-levels'
import { startSession, stopSession, useSession } from '@/stores/session'
import { type EndReason, endSession } from '@/stores/session-end'
import { settingsDirectory } from '@/stores/settings'
import { tagsDirectory, tagsList } from '@/stores/tags'
import { usersList } from '@/stores/users'
import { webhooksDirectory } from '@/stores/webhooks'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { useWorkplace } from '@/stores/workplace'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'
import { labelsOf } from './labels'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
// Nobody looks at the button here.
vi.mock('@contract', async original => ({
  ...(await original<object>()),
  DIALOG_SUBMIT_MS: 0,
  PLATFORM_SUBMIT_MS: 0,
}))

type Row = Record<string, unknown> & { id: number }
type Store = { use: { setState: (state: never) => void } }
interface Dialog {
  /** Below src/features, without its ending. */
  file: string
  row: Row
  draw: (row: never) => ReactElement
  /** Shows the record as a colleague left it. */
  tell: (row: Row) => void
  /** Its first text field, which both write; `name` unless given. */
  member?: string
  /** A save sends what was changed alone. */
  changesAlone?: true
  /** A button that opens it. */
  press?: string
  /** Fields that are not sent under their name, or that others are sent in place of: they are left as they are. */
  apart?: readonly string[]
}

const idle = (): void => {}
const parsed = (schema: { parse: (value: unknown) => unknown }, row: object): Row =>
  schema.parse({ id: 1, name: 'Velho nome', ...row }) as Row
const listed =
  (list: unknown) =>
  (row: Row): void =>
    (list as Store).use.setState({ rows: [row] } as never)
const kept =
  (directory: unknown) =>
  (...items: Row[]): void =>
    (directory as Store).use.setState({ items, status: 'ready' } as never)
/** A number's set-up, which is asked for by its own call. */
let cloud: Row
/** A profile that is read again by whoever shows the dialog. */
function ProfileAsRead() {
  const profile = whatsappsDirectory.use(state => state.items[0]) as never
  return <ProfileDialog id={1} name="Nuvem" profile={profile} onSaved={idle} onClose={idle} />
}
let seq = 0
const fed = (row: Row): void => {
  receiveFeed({
    events: [
      { seq: ++seq, event: { channel: 'schedule', data: { action: 'update', schedule: row as never } } },
    ],
  })
  flushFeed()
}

const DIALOGS: readonly Dialog[] = [
  {
    file: 'tags/tag-dialog',
    row: parsed(contract.tag, { color: '#1e88e5' }),
    draw: tag => <TagDialog tag={tag} onClose={idle} />,
    tell: listed(tagsList),
  },
  {
    file: 'saved-views/view-dialog',
    row: parsed(contract.savedView, { conditions: {}, order: 'waiting', sharedWith: null, userId: 1 }),
    draw: view => <ViewDialog view={view} onClose={idle} />,
    tell: kept(savedViewsDirectory),
  },
  {
    file: 'macros/macro-dialog',
    row: parsed(contract.macro, {
      steps: [{ kind: 'resolve', silently: false }],
      sharedWith: null,
      userId: 1,
    }),
    draw: macro => <MacroDialog macro={macro} onClose={idle} />,
    tell: listed(macrosList),
  },
  {
    file: 'service-levels/service-level-dialog',
    row: parsed(contract.serviceLevel, { firstMinutes: 15 }),
    draw: level => <ServiceLevelDialog level={level} onClose={idle} />,
    tell: listed(serviceLevelsList),
  },
  {
    file: 'rules/rule-dialog',
    row: parsed(contract.rule, {
      active: true,
      event: { kind: 'arrives', ours: false },
      conditions: {},
      steps: [{ kind: 'resolve', silently: false }],
      once: false,
    }),
    draw: rule => <RuleDialog rule={rule} onClose={idle} />,
    tell: listed(rulesList),
  },
  {
    file: 'articles/article-editor',
    row: parsed(contract.article, { title: 'Velho título', text: 'Velhas palavras' }),
    draw: article => <ArticleEditor article={article} onClose={idle} />,
    tell: listed(articlesList),
    member: 'title',
  },
  {
    file: 'users/user-dialog',
    row: parsed(contract.user, { id: 7, email: 'bia@loja.example', profile: 'user', companyId: 1 }),
    draw: user => <UserDialog user={user} onClose={idle} />,
    tell: listed(usersList),
  },
  {
    file: 'contacts/contact-dialog',
    row: parsed(contract.contact, { number: '5511988887777' }),
    draw: contact => <ContactDialog contact={contact} onClose={idle} />,
    tell: listed(contactsList),
  },
  {
    file: 'queues/queue-form',
    row: parsed(contract.queue, { color: contract.QUEUE_PALETTE[0] }),
    draw: queue => <QueueForm queue={queue} />,
    tell: kept(queuesDirectory),
  },
  {
    file: 'connections/connection-editor',
    row: parsed(contract.whatsapp, { status: 'CONNECTED' }),
    draw: () => <ConnectionEditor id={1} onClose={idle} onCreated={idle} />,
    tell: kept(whatsappsDirectory),
    changesAlone: true,
  },
  {
    file: 'connections/cloud-dialog',
    row: {
      ...parsed(contract.whatsapp, { status: 'CONNECTED' }),
      phoneNumberId: '106540352242922',
      businessAccountId: '',
      hasAccessToken: true,
      hasAppSecret: true,
      verifyToken: 'abc',
      webhookUrl: 'https://turno.example/hook',
      reach: 'https',
      verifiedAt: null,
      heardAt: null,
      unknown: [{ what: 'account_update', times: 2, lastAt: '2026-11-24T12:00:00.000Z' }],
    },
    draw: () => <CloudDialog id={1} onClose={idle} />,
    tell: told => {
      cloud = told
      kept(whatsappsDirectory)(told)
    },
    member: 'phoneNumberId',
  },
  {
    file: 'connections/profile-dialog',
    row: {
      id: 1,
      reason: '',
      about: 'Velho recado',
      address: '',
      description: '',
      email: 'a@b.example',
      website1: '',
      website2: '',
      vertical: 'RETAIL',
    },
    draw: () => <ProfileAsRead />,
    tell: kept(whatsappsDirectory),
    member: 'about',
  },
  {
    file: 'companies/company-editor',
    row: parsed(contract.company, {
      email: 'a@b.example',
      planId: 1,
      status: true,
      recurrence: 'TRIMESTRAL',
    }),
    draw: company => <CompanyEditor company={company} shape="drawer" onClose={idle} />,
    tell: listed(companiesList),
  },
  {
    file: 'companies/plans-section',
    row: parsed(contract.plan, { users: 3, connections: 1, queues: 2, value: 10 }),
    draw: plan => <PlanDialog plan={plan} onClose={idle} />,
    tell: listed(plansList),
  },
  {
    file: 'companies/helps-section',
    row: parsed(contract.help, { title: 'Velho nome', description: 'Como se faz', video: 'aqz-KE-bpKQ' }),
    draw: help => <HelpDialog help={help} onClose={idle} />,
    tell: listed(helpsList),
    member: 'title',
  },
  {
    file: 'finance/payment-settings-dialog',
    row: {
      id: 1,
      provider: 'static',
      pixKey: 'pix@loja.example',
      merchantName: 'Loja',
      merchantCity: 'Recife',
      baseUrl: '',
      tokenUrl: '',
      clientId: '',
      hasClientSecret: false,
      hasCertificate: false,
      hasSimulated: false,
      webhookPath: '/x',
    },
    draw: () => <PaymentSettingsDialog onClose={idle} />,
    tell: kept(paymentSettings),
    member: 'pixKey',
  },
  {
    file: 'settings/company/mail-section',
    row: {
      id: 1,
      host: 'smtp.loja.example',
      port: 587,
      security: 'starttls',
      user: 'turno',
      hasPassword: false,
      fromName: 'Loja',
      fromAddress: 'a@loja.example',
      delivery: 'smtp',
      folder: null,
      failure: null,
    },
    draw: () => <MailSection />,
    tell: kept(mailSettings),
    member: 'host',
    press: 'Configurar servidor',
  },
  {
    file: 'hours/holiday-dialog',
    row: { id: 1, day: '2031-12-25', name: 'Velho nome', startTime: '', endTime: '' },
    draw: holiday => <HolidayDialog holiday={holiday} onClose={idle} />,
    tell: kept(holidaysDirectory),
  },
  {
    file: 'schedules/schedule-dialog',
    row: parsed(contract.schedule, {
      body: 'Velhas palavras',
      sendAt: '2091-05-04T12:00:00.000Z',
      status: 'PENDENTE',
      contactId: 3,
      contact: { id: 3, name: 'Bia' },
      userId: 1,
    }),
    draw: schedule => <ScheduleDialog schedule={schedule} onClose={idle} />,
    tell: fed,
    member: 'body',
  },
  {
    file: 'chats/chat-dialog',
    row: parsed(contract.chat, {
      uuid: 'a-b',
      title: 'Velho nome',
      ownerId: 1,
      users: [{ userId: 7, chatId: 1, unreads: 0, user: { id: 7, name: 'Rui' } }],
    }),
    draw: chat => <ChatDialog chat={chat} onClose={idle} onSaved={idle} />,
    tell: listed(chatsList),
    member: 'title',
  },
  {
    file: 'contact-lists/list-dialog',
    row: parsed(contract.contactList, {}),
    draw: list => <ListDialog list={list} onClose={idle} />,
    tell: listed(contactListsList),
  },
  {
    file: 'contact-lists/item-dialog',
    row: parsed(contract.contactListItem, { number: '5511988887777', email: '', contactListId: 1 }),
    draw: item => <ItemDialog contactListId={1} item={item} onClose={idle} />,
    tell: listed(contactListItemsList),
  },
  {
    file: 'integrations/integration-dialog',
    row: parsed(contract.queueIntegration, {
      type: 'IXC',
      ixcBaseUrl: 'https://ixc.example',
      hasIxcApiKey: true,
      ixcTimeout: 30_000,
      ixcRetryAttempts: 3,
      ixcFallbackQueueId: 5,
    }),
    draw: integration => <IntegrationDialog integration={integration} onClose={idle} />,
    tell: listed(integrationsList),
  },
  {
    file: 'prompts/prompt-editor',
    row: parsed(contract.prompt, {
      prompt: 'Você atende.',
      voice: contract.SPOKEN_VOICES[0]?.value,
      hasApiKey: true,
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      queueId: 5,
    }),
    draw: prompt => <PromptEditor prompt={prompt} onClose={idle} />,
    tell: listed(promptsList),
    // Without a voice its key has no field.
    apart: ['voice'],
  },
  {
    file: 'copilot/editor',
    row: {
      ...parsed(contract.copilotSettings, { used: {}, features: {}, masks: [] }),
      id: 1,
      baseUrl: 'https://modelo.example/v1',
    },
    draw: () => <CopilotEditor onClose={idle} />,
    tell: kept(copilotSettings),
    member: 'baseUrl',
    apart: ['promptId'],
  },
  {
    file: 'quick-messages/quick-message-dialog',
    row: parsed(contract.quickMessage, { shortcode: 'velho', message: 'Velhas palavras', userId: 1 }),
    draw: quick => <QuickMessageDialog quick={quick} onClose={idle} />,
    tell: listed(quickMessagesList),
    member: 'shortcode',
  },
  {
    file: 'announcements/announcement-form',
    row: parsed(contract.announcement, { title: 'Velho nome', text: 'Palavras', priority: 1, status: true }),
    draw: announcement => <AnnouncementForm announcement={announcement} onClose={idle} />,
    tell: listed(platformAnnouncements),
    member: 'title',
  },
  {
    file: 'file-lists/file-list-dialog',
    row: parsed(contract.fileList, { message: 'Palavras', options: [] }),
    draw: list => <FileListDialog list={list} onClose={idle} />,
    tell: listed(fileListsList),
  },
  {
    file: 'messages-api/webhook-dialog',
    row: parsed(contract.webhook, { url: 'https://loja.example/turno', messages: true, active: true }),
    draw: webhook => <WebhookDialog webhook={webhook} onClose={idle} onSecret={idle} />,
    tell: kept(webhooksDirectory),
  },
  {
    file: 'report-files/schedule-dialog',
    row: parsed(contract.reportSchedule, {
      ...{ period: 'week', day: 1, hour: 8, userIds: [1], addresses: ['socia@exemplo.com.br'] },
      ...{ tables: ['summary'], queueIds: [], agentIds: [], whatsappIds: [], clock: 'calendar' },
      ...{ language: 'pt', active: true, ownerId: 1, ownerName: 'Ana', nextAt: '2026-03-16T11:00:00.000Z' },
      last: null,
    }),
    draw: schedule => <ScheduledReport schedule={schedule} onClose={idle} />,
    tell: kept(reportSchedulesDirectory),
  },
  {
    file: 'campaigns/campaign-editor',
    row: parsed(contract.campaign, {
      status: 'INATIVA',
      message1: 'Oi, {nome}!',
      whatsappId: 1,
      contactListId: 1,
      scheduledAt: null,
    }),
    draw: campaign => <CampaignEditor campaign={campaign} onClose={idle} />,
    tell: listed(campaignsList),
    apart: ['start', 'scheduledAt'],
  },
]

const FEATURES = join(import.meta.dirname, '../../../src/features')

it('is every dialog that stands on the kit', () => {
  const users = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.tsx') && !file.startsWith('kit'))
    .filter(file => {
      const source = readFileSync(join(FEATURES, file), 'utf8')
      return /<(?:EditDialog|Editor)$/m.test(source) && source.includes("'@/features/kit'")
    })
    .map(file => file.replaceAll('\\', '/').replace(/\.tsx$/, ''))
  const records = DIALOGS.map(dialog => dialog.file)
  // What only sends is no record that a colleague may change meanwhile.
  const told = [...records, ...OTHERS.map(([file]) => file)]
  expect(users.filter(file => !told.includes(file))).toEqual([])
  expect(records.filter(file => !users.includes(file))).toEqual([])
})

const ME = aUser({ id: 1, profile: 'admin', super: true })
/** As main says it: nobody is signed in any more, for a reason. */
const sessionEnds = (reason: EndReason): void => {
  useSession.setState({ status: 'signedOut', user: null, reason })
  endSession(reason)
}
const signsIn = (user: typeof ME): void =>
  act(() => useSession.setState({ status: 'signedIn', user, reason: 'none' }))

let row: Row
beforeEach(async () => {
  withLayout()
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: object } = {}) => {
    if (/\.(?:update|create|saveSettings|saveCloud|saveCloudProfile)$/.test(name))
      return { ...row, ...options.body, id: 1 }
    if (/\.(?:get|settings)$/.test(name)) return row
    if (name === 'whatsapps.cloud') return cloud
    if (name === 'copilot.offers') return contract.copilotOffers.parse({ features: {} })
    if (name === 'whatsapps.cloudProfile') return { reason: 'unreachable', phone: null, profile: null }
    if (name === 'campaigns.audience')
      return { total: 3, withoutPhone: 0, invalid: 0, optedOut: 0, openTickets: 0, samples: [] }
    if (name === 'schedules.list') return { schedules: [], count: 0, hasMore: false }
    return []
  })
  const fake = fakeBridge({ user: ME })
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  kept(plansDirectory)(
    parsed(contract.plan, { name: 'Ouro' }),
    parsed(contract.plan, { id: 2, name: 'Prata' }),
  )
  const queue = (id: number, name: string) => parsed(contract.queue, { id, name, color: '#1e88e5' })
  kept(queuesDirectory)(queue(5, 'Vendas'), queue(6, 'Suporte'))
  const line = (id: number) => parsed(contract.whatsapp, { id, name: `Linha ${id}`, status: 'CONNECTED' })
  kept(whatsappsDirectory)(line(1), line(2))
  kept(tagsDirectory)(parsed(contract.tag, { id: 4, name: 'VIP', color: '#1e88e5' }))
  kept(promptsDirectory)(parsed(contract.prompt, { id: 8, prompt: 'Você atende.', queueId: 5 }))
  kept(integrationsDirectory)(parsed(contract.queueIntegration, { id: 9, type: 'IXC' }))
  const plan = { ...ME.company?.plan, useOpenAi: true, useIntegrations: true, useExternalApi: true }
  act(() => useWorkplace.setState({ plan: plan as never }))
})
afterEach(() => {
  stopSession()
  stopPreferences()
  resetFeed()
})

const draw = (form: ReactElement): ReturnType<typeof render> =>
  render(
    <Providers>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />
    </Providers>,
  )
async function open(dialog: Dialog): Promise<ReturnType<typeof render>> {
  row = dialog.row
  dialog.tell(row)
  const shown = draw(dialog.draw(row as never))
  if (dialog.press) await press(dialog.press)
  else await waitFor(() => expect(fields().length).toBeGreaterThan(0))
  return shown
}
async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(fields().length).toBeGreaterThan(0))
}
/** Everything a person can write a text into. */
const fields = (): (HTMLInputElement | HTMLTextAreaElement)[] =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '.ant-form-item input, .ant-form-item textarea',
    ),
  ].filter(
    field =>
      !field.disabled &&
      !field.readOnly &&
      ['text', 'textarea', 'url', 'email', 'tel', 'password', 'search'].includes(field.type) &&
      !['combobox', 'spinbutton'].includes(field.getAttribute('role') ?? '') &&
      field.closest('.ant-picker, [aria-hidden=true], [hidden]') === null,
  )
const write = (field: Element, value: string): void => void fireEvent.change(field, { target: { value } })
/** Into several fields, drawn once. */
const writeAll = (values: Iterable<readonly [Element, string]>): void =>
  act(() => {
    for (const [field, value] of values) write(field, value)
  })
const save = (): void => {
  const button = document.querySelector<HTMLElement>(
    '.ant-modal-footer .ant-btn-primary, [data-save-bar] .ant-btn-primary',
  )
  if (!button) throw new Error('nothing saves')
  fireEvent.click(button)
}
const saved = (): unknown[] =>
  call.mock.calls
    .filter(([name]) => /\.(?:update|create|saveSettings|saveCloud|saveCloudProfile)$/.test(String(name)))
    .map(([, options]) => options.body)
const refused = (): Element[] => [...document.querySelectorAll('.ant-form-item-has-error')]
const saidOf = (item: Element): string => item.querySelector('.ant-form-item-explain')?.textContent ?? ''

/** Words of labels that lead to no control and name no group of them. */
const lost = (): string[] =>
  [...document.querySelectorAll('label')]
    .filter(label => {
      const words = label.title || label.textContent?.trim()
      const target = document.getElementById(label.htmlFor)
      const named = [target, ...(target?.querySelectorAll('[role=slider]') ?? [])]
      return words && !label.control && !named.some(one => one?.getAttribute('aria-label') === words)
    })
    .map(label => label.textContent ?? '')

const HTML = '<img src=x onerror=alert(1)><script>alert(1)</script> 👩‍👩‍👧 "\'`'
const MARKUP = `${HTML} nota\u202Efdp.exe\u2066 \u200Fمرحبا\u0000`
const LONG = 'ã'.repeat(65_000)
/** What a library says by itself: English, and not about what somebody typed. */
const LIBRARY = /^Invalid input|^Too (?:big|small)|expected |received |undefined|\[object/i

const ticket = contract.ticket.parse({ id: 9, uuid: 'u', status: 'open', contactId: 3 })
const message = contract.message.parse({ id: 'm', ticketId: 9, body: 'Oi', fromMe: true })
/** Forms with rules of their own; a button that has to be pressed first. */
const OTHERS: readonly [file: string, draw: () => ReactElement, press?: string][] = [
  ['sign-in/sign-up-screen', () => <SignUpScreen />],
  ['first-run/company-screen', () => <CompanyScreen />],
  [
    'finance/checkout-dialog',
    () => (
      <CheckoutDialog
        invoice={contract.invoice.parse({
          id: 1,
          detail: HTML,
          status: 'open',
          value: 9,
          dueDate: '2031-01-01',
        })}
        onClose={idle}
      />
    ),
    'Voltar',
  ],
  ['settings/company/mail-section', () => <MailSection />, 'Enviar e-mail de teste'],
  [
    'tickets/transfer-dialog',
    () => <TransferDialog ticket={ticket} onClose={idle} onTransfer={async () => undefined} />,
  ],
  ['workplace/break-dialog', () => <BreakDialog onClose={idle} />],
  [
    'tickets/return-dialog',
    () => <ReturnDialog ticket={ticket} onClose={idle} onReturn={async () => undefined} />,
  ],
  [
    'message-menus/menu-dialog',
    () => (
      <MenuDialog
        ticket={ticket}
        draft={{ text: '', menu: null, typed: null }}
        signature={null}
        held={false}
        onSent={idle}
      />
    ),
  ],
  ['thread/whisper-dialog', () => <WhisperDialog message={message} contactId={3} onClose={idle} />],
  ['thread/edit-dialog', () => <MessageDialog threadId={9} message={message} onClose={idle} />],
]

it.each(OTHERS)(
  '%s stands whatever is pasted, and draws none of it as markup',
  async (_file, form, press) => {
    row = DIALOGS.find(one => one.file === 'settings/company/mail-section')?.row ?? { id: 1 }
    kept(mailSettings)(row)
    draw(form())
    if (press) fireEvent.click(await screen.findByRole('button', { name: press }))
    const typed = (): HTMLInputElement[] =>
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
        field =>
          !field.disabled &&
          !field.readOnly &&
          !['checkbox', 'radio', 'file', 'hidden'].includes(field.type) &&
          field.getAttribute('role') !== 'combobox' &&
          field.closest('[aria-hidden=true], [hidden]') === null,
      )
    await waitFor(() => expect(typed().length).toBeGreaterThan(0))
    expect(lost()).toEqual([])
    for (const value of [MARKUP, LONG]) {
      writeAll(typed().map(field => [field, value] as const))
      for (const button of document.querySelectorAll<HTMLElement>('.ant-btn-primary, button[type=submit]'))
        fireEvent.click(button)
      await act(() => new Promise(resolve => setTimeout(resolve, 60)))
      const said = [...document.querySelectorAll('.ant-form-item-explain-error, [role=alert]')]
      expect(said.map(one => one.textContent ?? '').filter(text => LIBRARY.test(text))).toEqual([])
      expect(document.querySelector('img[src="x"], script, iframe')).toBeNull()
      // It goes on where everything was accepted, and stands.
      expect(document.querySelector('[role=dialog], form, main')).not.toBeNull()
    }
  },
)

it('of another person nothing is shown that was typed before', async () => {
  const [tag] = DIALOGS
  if (!tag) throw new Error('no dialog')
  const shown = await open(tag)
  write(fields()[0] as Element, 'meu-texto')
  sessionEnds('expired')
  shown.unmount()
  signsIn({ ...ME, id: 2 })
  await open(tag)
  expect(fields()[0]?.value).toBe('Velho nome')
})

it.each(OTHERS.filter(([file]) => /^(?:thread|tickets)\//.test(file)))(
  '%s has what was typed again after a session that ended by itself, until it is closed by hand',
  async (_file, form) => {
    const shown = () => draw(form())
    const typed = async (): Promise<HTMLTextAreaElement> =>
      await waitFor(() => {
        const field = document.querySelector<HTMLTextAreaElement>(
          '.ant-form-item textarea:not([aria-hidden])',
        )
        if (!field) throw new Error('no field')
        return field
      })
    const first = shown()
    const before = (await typed()).value
    write(await typed(), 'o que eu escrevia')
    sessionEnds('expired')
    first.unmount()
    signsIn(ME)
    const again = shown()
    expect((await typed()).value).toBe('o que eu escrevia')
    const note = screen.getByText(/antes de a sessão terminar/).closest<HTMLElement>('.ant-alert')
    if (!note) throw new Error('not told')
    fireEvent.click(within(note).getByRole('button', { name: 'Descartar' }))
    await waitFor(async () => expect((await typed()).value).toBe(before))

    write(await typed(), 'fechado por mim')
    again.unmount()
    shown()
    expect((await typed()).value).toBe(before)
  },
)

/** Dialogs and editors of the kit, which keeps what was typed, some with a secret: it knows one by its field. */
const KEEPING = /^(?:tags|queues|users|connections\/cloud|prompts)\b/

it.each(DIALOGS.filter(({ file }) => KEEPING.test(file)))(
  '$file has what was typed again after a session that ended by itself, for the same person, and no secret',
  async dialog => {
    const shown = await open(dialog)
    const [first] = fields()
    if (!first) throw new Error('no field')
    const secret = fields().find(field => field.type === 'password')
    const [before, hidden] = [first.value, secret?.value]
    write(first, 'meu-texto')
    if (secret && secret !== first) write(secret, 'segredo-123')
    sessionEnds('elsewhere')
    shown.unmount()
    signsIn(ME)
    const again = await open(dialog)
    expect(fields()[0]?.value).toBe('meu-texto')
    expect(fields().find(field => field.type === 'password')?.value).toBe(hidden)
    // What is saved instead, at one press.
    const note = screen.getByText(/antes de a sessão terminar/).closest<HTMLElement>('.ant-alert')
    if (!note) throw new Error('not told')
    fireEvent.click(within(note).getByRole('button', { name: 'Descartar' }))
    await waitFor(() => expect(fields()[0]?.value).toBe(before))
    expect(screen.queryByText(/antes de a sessão terminar/)).toBeNull()

    write(fields()[0] as Element, 'meu-texto')
    sessionEnds('signedOut')
    again.unmount()
    signsIn(ME)
    await open(dialog)
    expect(fields()[0]?.value).toBe(before)
  },
)

describe.each(DIALOGS)('$file', dialog => {
  it('tells the second of two people what the first changed, and keeps what was typed; every label has its control', async () => {
    await open(dialog)
    expect(lost()).toEqual([])
    const [first] = fields()
    if (!first) throw new Error('no field')
    write(first, 'meu-texto')
    act(() => dialog.tell({ ...row, [dialog.member ?? 'name']: 'texto-dele' }))
    const alert = await waitFor(() => {
      const found = screen.getAllByRole('alert').find(one => one.textContent?.includes('texto-dele'))
      if (!found) throw new Error('not told')
      return found
    })
    expect(alert.textContent).toContain('Outra pessoa alterou este registro')
    expect(first.value).toBe('meu-texto')
  })
})

/** Changed by a press: to what its list or its switch says. */
const PRESSED = Symbol('pressed')
/** What a person writes into a field, which its rule takes; another text in each. */
function textFor(field: HTMLInputElement, member: string, at: number): string {
  const kinds: [boolean, string][] = [
    [field.type === 'color', '#00aa55'],
    [/At$/.test(member), '14/03/2091 10:30'],
    [/^(?:day|dueDate|validUntil)$/.test(member), '14/03/2041'],
    [/Time$/.test(member), member === 'startTime' ? '10:30' : '11:30'],
    [field.inputMode === 'email' || member === 'pixKey', `n${at}@novo.example`],
    [field.inputMode === 'url', `https://n${at}.example/v2`],
    [/^(?:number|phone)$/.test(member), '5511977776666'],
    [field.inputMode === 'numeric', `10654035224292${at}`],
    [member === 'video', 'M7lc1UVf-VE'],
  ]
  return kinds.find(([holds]) => holds)?.[1] ?? `novo-texto-${at}`
}
/** Changes what stands in a field. @returns what was typed; null for a file, a list of parts, and what has nothing to choose. */
async function change(item: Element, control: HTMLElement, member: string, at: number): Promise<unknown> {
  const role = control.getAttribute('role')
  const field = control as HTMLInputElement
  if (field.disabled || field.type === 'file') return null
  if (role === 'switch' || field.type === 'checkbox') {
    fireEvent.click(control)
    return role === 'switch' ? control.getAttribute('aria-checked') === 'true' : field.checked
  }
  const slider = item.querySelector('[role=slider]')
  if (slider) fireEvent.keyDown(slider, { key: 'ArrowRight', keyCode: 39 })
  else if (role === 'radiogroup')
    fireEvent.click(item.querySelector('[aria-checked=false], [type=radio]:not(:checked)') as Element)
  else if (role === 'combobox') {
    fireEvent.mouseDown(control)
    const list = document.getElementById(control.getAttribute('aria-controls') ?? '')
    const other = list
      ?.closest('.ant-select-dropdown')
      ?.querySelector('.ant-select-item-option:not(.ant-select-item-option-selected)')
    if (!other) return null
    fireEvent.click(other)
  } else if (role === 'spinbutton') {
    const number = Number(control.getAttribute('aria-valuenow')) + 1 + at
    write(control, String(number))
    return number
  } else if (!('value' in control)) return null
  else {
    const text = textFor(field, member, at)
    write(control, text)
    if (!/^\d\d[/:]/.test(text)) return text
    fireEvent.keyDown(control, { key: 'Enter' })
  }
  return PRESSED
}
/** What is sent by its members, those of what lies in it too. */
const membersOf = (body: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => [
      [name, value],
      ...(value && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(membersOf(value))
        : []),
    ]),
  )

it.each(DIALOGS)('$file sends what is typed below each of its words as the member it is of', async dialog => {
  await open(dialog)
  const sent = async (): Promise<Record<string, unknown>> => {
    call.mockClear()
    save()
    await waitFor(() => expect([saved().length, refused().map(saidOf)]).toEqual([1, []]))
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
    const [body] = saved()
    return body instanceof FormData ? Object.fromEntries(body) : membersOf(body as object)
  }
  const before = dialog.changesAlone ? {} : await sent()
  if (dialog.press && fields().length === 0) await press(dialog.press)
  const items = [...document.querySelectorAll('.ant-form-item')].flatMap(item => {
    const control = item.querySelector<HTMLElement>('[id*="__"]:not([id$=_extra])')
    const [, member] = /__(\w+)$/.exec(control?.id ?? '') ?? []
    const words = item.querySelector('label')?.textContent?.replace(/\(opcional\)$/, '')
    return control && member ? [{ item, control, member, words }] : []
  })
  expect(Object.fromEntries(items.map(({ member, words }) => [member, words]))).toEqual(labelsOf(dialog.file))
  const typed: [member: string, value: unknown][] = []
  for (const [at, { item, control, member }] of items.entries())
    if (!dialog.apart?.includes(member)) typed.push([member, await change(item, control, member, at)])
  const after = await sent()
  const same = (member: string): boolean => JSON.stringify(after[member]) === JSON.stringify(before[member])
  const lostOnTheWay = typed.filter(
    ([member, value]) =>
      value !== null &&
      (value === PRESSED
        ? same(member)
        : typeof value === 'boolean'
          ? Boolean(after[member]) !== value
          : after[member] !== value),
  )
  expect(lostOnTheWay.map(([member, value]) => ({ member, value, sent: after[member] }))).toEqual([])
})

it.each(DIALOGS.filter(({ file }) => /queue-form|company-editor/.test(file)))(
  '$file sends the hours that are set in it',
  async dialog => {
    kept(settingsDirectory)({ id: 1, key: 'scheduleType', value: 'queue', companyId: 1 })
    await open({ ...dialog, row: { ...dialog.row, schedules: weekOf(contract.DEFAULT_HOURS) } })
    fireEvent.click(await screen.findByRole('button', { name: 'Adicionar pausa: Segunda' }))
    save()
    const set = (): object[] => call.mock.calls.flatMap(([, sent]) => sent?.body?.schedules ?? []).slice(0, 2)
    await waitFor(() => expect(set()).not.toEqual([]))
    expect(set()).toMatchObject([
      { weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' },
      { weekdayEn: 'monday', startTime: '13:00', endTime: '18:00' },
    ])
  },
)
