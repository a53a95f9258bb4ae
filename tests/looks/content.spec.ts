/** Every screen of marketing and content (docs/specification.md 3.2), seen by axe in both themes and read in two languages. */
import { Colleague, expect, signIn, test } from '../e2e/fixtures'
import { lookAtScreens, type Opening } from './every-screen'

const SCREENS = [
  '/tags',
  '/kanban',
  '/quick-messages',
  '/macros',
  '/rules',
  '/service-levels',
  '/knowledge',
  '/reports',
  '/reports/agents',
  '/reports/bot',
  '/reports/csat',
  '/reports/sla',
  '/reports/forecast',
  '/contact-lists',
  '/campaigns',
  '/campaigns-config',
  '/announcements',
  '/files',
  '/prompts',
  '/queue-integration',
  '/messages-api',
  '/chats',
  '/helps',
  '/todolist',
] as const

const DIALOGS: readonly Opening[] = [
  ['/macros', /^Nova macro$/, '.ant-modal'],
  ['/rules', /^Nova regra$/, '.ant-modal'],
  ['/service-levels', /^Adicionar nível de serviço$/, '.ant-modal'],
  ['/quick-messages', /^Adicionar resposta rápida$/, '.ant-modal'],
  ['/knowledge', /^Adicionar artigo$/, '.ant-drawer'],
  ['/knowledge', /^Importar$/, '.ant-modal'],
  ['/contact-lists', /^Nova lista$/, '.ant-modal'],
  ['/campaigns', /^Nova campanha$/, '.ant-drawer'],
  ['/announcements', /^Novo informativo$/, '.ant-modal'],
  ['/files', /^Adicionar lista$/, '.ant-modal'],
  ['/prompts', /^Adicionar prompt$/, '.ant-drawer'],
  ['/queue-integration', /^Adicionar integração$/, '.ant-modal'],
  ['/chats', /^Nova$/, '.ant-modal'],
]

const ROOMS = [
  ...[
    'tags',
    'kanban',
    'quickMessages',
    'macros',
    'steps',
    'rules',
    'serviceLevels',
    'articles',
    'contactLists',
    'campaigns',
    'announcements',
    'fileLists',
    'prompts',
  ],
  ...['figures', 'reports', 'integrations', 'messagesApi', 'chats', 'helps', 'todo', 'automation', 'tickets'],
]

test('every screen of marketing and content is free of serious findings in both themes and whole in Spanish', async ({
  turno,
}) => {
  test.setTimeout(600_000)
  const page = await turno.page
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const first = async (path: string): Promise<number> =>
    (await admin.must<{ records: { id: number }[] }>('GET', `${path}?pageNumber=1`)).records[0]?.id ?? 0
  const screens = [
    ...SCREENS,
    `/contact-lists/${await first('/contact-lists')}/contacts`,
    `/campaign/${await first('/campaigns')}/report`,
  ]
  await signIn(page, 'super@demo.turno')
  // Landed: what leads there would lead away from the first address.
  await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible()
  const { found, untranslated } = await lookAtScreens(page, screens, DIALOGS, ROOMS)
  expect.soft(found).toEqual({})
  expect(untranslated).toEqual([])
})
