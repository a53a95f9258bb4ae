/** Every screen of administration (docs/specification.md 2.2), seen by axe in both themes and read in two languages. */
import { expect, signIn, test } from '../e2e/fixtures'
import { lookAtScreens, type Opening } from './every-screen'

/** A super-administrator's addresses. */
const ADMINISTRATION = [
  '/',
  '/contacts',
  '/settings/account',
  '/settings/appearance',
  '/settings/attendance',
  '/settings/notifications',
  '/settings/audio',
  '/settings/shortcuts',
  '/settings/startup',
  '/settings/privacy',
  '/settings/server',
  '/settings/about',
  '/connections',
  '/queues',
  '/queues/new',
  '/queues/1',
  '/queues/1/chatbot',
  '/users',
  '/schedules',
  '/schedules?view=list',
  '/audit',
  '/financeiro',
  '/subscription',
  '/settings/company',
  '/settings/hours',
  '/settings/mail',
  '/settings/logo',
  '/settings/companies',
  '/settings/newCompany',
  '/settings/plans',
  '/settings/helps',
] as const

/** Its dialogs and drawers. */
const DIALOGS: readonly Opening[] = [
  ['/contacts', /^Novo contato$/, '.ant-modal'],
  ['/contacts', /^Importar CSV$/, '.ant-modal'],
  ['/connections', /^Adicionar conexão$/, '.ant-drawer'],
  ['/connections', /^Editar WhatsApp Recife$/, '.ant-drawer'],
  ['/connections', /^QR Code: WhatsApp Manaus$/, '.ant-modal'],
  ['/users', /^Adicionar usuário$/, '.ant-modal'],
  ['/users', /^Excluir Bruno/, '.ant-modal'],
  ['/queues', /^Excluir Suporte$/, '.ant-modal'],
  ['/schedules?view=list', /^Agendar mensagem$/, '.ant-modal'],
  ['/financeiro', /^Recebimento$/, '.ant-modal'],
  ['/subscription', /^(Assine Agora!|Fale conosco)$/, '.ant-modal'],
  ['/settings/companies', /^Editar Padaria Aurora$/, '.ant-drawer'],
  ['/settings/plans', /^Adicionar plano$/, '.ant-modal'],
  ['/settings/helps', /^Adicionar vídeo$/, '.ant-modal'],
  ['/settings/hours', /^Adicionar data$/, '.ant-modal'],
  ['/settings/mail', /^Configurar servidor$/, '.ant-modal'],
]

test('administration is seen without motion, in both themes and in Spanish', async ({ turno }) => {
  test.setTimeout(600_000)
  const page = await turno.page
  await signIn(page, 'super@demo.turno')
  // Landed: what leads there would lead away from the first address.
  await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible()

  await test.step('what opens is seen by people who want no motion', async () => {
    expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true)
    await page.evaluate(() => {
      history.pushState({}, '', '/audit')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    const openers = [
      [page.getByRole('button', { name: /^Conta: / }), '.ant-dropdown'],
      [page.locator('main .ant-select').first(), '.ant-select-dropdown'],
      [page.locator('main .ant-picker').first(), '.ant-picker-dropdown'],
    ] as const
    for (const [opener, popup] of openers) {
      await opener.click()
      await expect(page.locator(popup).last()).toBeInViewport({ ratio: 0.9 })
      await page.keyboard.press('Escape')
    }
  })

  await test.step('every screen of administration is free of serious findings in both themes and whole in Spanish', async () => {
    const hoursOf = (value: string): Promise<void> =>
      page.evaluate(async to => {
        const headers = { 'content-type': 'application/json' }
        await fetch('/api/settings/scheduleType', {
          method: 'PUT',
          headers,
          body: JSON.stringify({ value: to }),
        })
      }, value)
    await hoursOf('company')
    const rooms = [
      'connections',
      'queues',
      'users',
      'hours',
      'schedules',
      'settings',
      'companies',
      'audit',
      'finance',
    ]
    const { found, untranslated } = await lookAtScreens(page, ADMINISTRATION, DIALOGS, [
      ...rooms,
      'automation',
    ])
    expect.soft(found).toEqual({})
    expect(untranslated).toEqual([])
    await hoursOf('disabled')
  })
})
