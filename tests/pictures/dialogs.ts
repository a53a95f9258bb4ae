/** Every dialog and drawer of the console: where it is and what opens it, by the file that draws it. */
import type { Page } from '@playwright/test'
import { header, openFirst, showList } from '../e2e/fixtures/desk'

type Step =
  | RegExp
  | readonly [role: 'button' | 'menuitem' | 'tab' | 'radio', name: RegExp]
  | ((page: Page) => Promise<void>)

export interface Dialog {
  /** Under src, without its ending. */
  file: string
  path: string
  /** Pressed one after the other; a pattern alone is a button's name. */
  steps: readonly Step[]
}

const dialog = (file: string, path: string, ...steps: Step[]): Dialog => ({ file, path, steps })

const listMenu: Step = page =>
  page
    .locator('[data-pane="list"]')
    .getByRole('button', { name: /^Mais ações/ })
    .first()
    .click()
/** The menu of the first own message of the conversation that is open. */
const messageMenu: Step = async page => {
  const own = page
    .locator('article[data-message-id]:has([aria-label="lida"], [aria-label="entregue"])')
    .last()
  await own.focus()
  await page.keyboard.press('Enter')
}
const openTicket: Step = async page => {
  await openFirst(page, 'Atendendo')
}
const search: Step = page => showList(page, 'Busca')

export const DIALOGS: readonly Dialog[] = [
  dialog('features/announcements/announcement-form', '/announcements', /^Novo informativo$/),
  dialog('features/articles/article-editor', '/knowledge', /^Adicionar artigo$/),
  dialog('features/articles/import-dialog', '/knowledge', /^Importar$/),
  dialog('features/audit/entry-dialog', '/audit', page =>
    page.locator('main [aria-rowindex]').nth(1).click(),
  ),
  dialog('features/campaigns/campaign-editor', '/campaigns', /^Nova campanha$/),
  dialog('features/chats/chat-dialog', '/chats', /^Nova$/),
  dialog('features/companies/company-editor', '/settings/companies', /^Editar Padaria Aurora$/),
  dialog('features/companies/helps-section', '/settings/helps', /^Adicionar vídeo$/),
  dialog('features/companies/plans-section', '/settings/plans', /^Adicionar plano$/),
  dialog('features/connections/connection-editor', '/connections', /^Editar WhatsApp oficial$/),
  dialog('features/connections/cost-dialog', '/connections', /^Custo das mensagens$/),
  dialog('features/connections/qr-dialog', '/connections', /^QR Code: WhatsApp Manaus$/),
  dialog('features/connections/rates-dialog', '/connections', /^Custo das mensagens$/, /^Tabela de preços$/),
  dialog('features/contact-lists/import-dialog', '/contact-lists', /^Abrir /, /^Importar planilha$/),
  dialog('features/contact-lists/item-dialog', '/contact-lists', /^Abrir /, /^Novo contato$/),
  dialog('features/contact-lists/list-dialog', '/contact-lists', /^Nova lista$/),
  dialog('features/contacts/contact-dialog', '/contacts', /^Editar /),
  dialog('features/contacts/import-dialog', '/contacts', /^Importar CSV$/),
  dialog('features/contacts/merge-dialog', '/contacts', /^Unir /),
  dialog('features/copilot/editor', '/prompts', /^Copiloto dos atendentes$/),
  dialog('features/file-lists/file-list-dialog', '/files', /^Editar /),
  dialog('features/finance/checkout-dialog', '/financeiro', /^Pagar a fatura/),
  dialog('features/finance/payment-settings-dialog', '/financeiro', /^Recebimento$/),
  dialog('features/finance/subscription-screen', '/subscription', /^Fale conosco$/),
  dialog('features/helps/player', '/helps', /^Assistir /),
  dialog('features/integrations/integration-dialog', '/queue-integration', /^Adicionar integração$/),
  dialog('features/macros/macro-dialog', '/macros', /^Editar /),
  dialog('features/message-menus/menu-dialog', '/tickets', openTicket, /^Botões ou lista$/),
  dialog(
    'features/messages-api/webhook-dialog',
    '/messages-api',
    ['tab', /^Webhooks/],
    /^Adicionar webhook$/,
  ),
  dialog('features/prompts/prompt-editor', '/prompts', /^Editar /),
  dialog('features/quick-messages/quick-message-dialog', '/quick-messages', /^Editar /),
  dialog('features/report-files/export-dialog', '/reports', /^Exportar$/),
  dialog('features/report-files/schedules-dialog', '/reports', /^Por e-mail$/),
  dialog('features/report-files/schedule-dialog', '/reports', /^Por e-mail$/, /^Programar relatório$/),
  dialog('features/reports/tickets-drawer', '/reports', page =>
    page.locator('main td button').first().click(),
  ),
  dialog('features/rules/rule-dialog', '/rules', /^Editar /),
  dialog('features/rules/runs-dialog', '/rules', /^Ver o que fez$/),
  dialog('features/saved-views/view-dialog', '/tickets', ['tab', /^Visões/], /^Nova visão$/),
  dialog('features/schedules/schedule-dialog', '/schedules', /^Agendar mensagem$/),
  dialog('features/service-levels/service-level-dialog', '/service-levels', /^Editar /),
  dialog('features/settings/company/mail-section', '/settings/mail', /^Configurar servidor$/),
  dialog('features/tags/tag-dialog', '/tags', /^Editar /),
  dialog('features/tickets/new-ticket-dialog', '/tickets', search, /^Novo ticket$/),
  dialog('features/tickets/close-all-dialog', '/tickets', ['tab', /^Abertas/], listMenu, [
    'menuitem',
    /^Resolver todos$/,
  ]),
  dialog('features/tickets/transfer-dialog', '/tickets', openTicket, page =>
    header(page).getByRole('button', { name: 'Transferir', exact: true }).click(),
  ),
  dialog(
    'features/tickets/snooze-dialog',
    '/tickets',
    openTicket,
    page => header(page).getByRole('button', { name: 'Adiar', exact: true }).click(),
    ['menuitem', /^Escolher/],
  ),
  dialog('features/thread/edit-dialog', '/tickets', openTicket, messageMenu, ['menuitem', /^Editar$/]),
  dialog('features/todo/reminder-dialog', '/tickets', openTicket, messageMenu, ['menuitem', /^Lembr/]),
  dialog('features/thread/forward-dialog', '/tickets', openTicket, messageMenu, ['menuitem', /^Encaminhar$/]),
  dialog('features/settings/two-factor-line', '/settings/account', /^Ligar$/),
  dialog('features/users/profile-dialog', '/tags', /Conta/, ['menuitem', /^Perfil$/]),
  dialog('features/users/remove-user', '/users', /^Excluir Bruno/),
  dialog('features/users/user-dialog', '/users', /^Editar Ana/),
  dialog('features/workplace/break-dialog', '/tags', /Conta/, ['menuitem', /^Fazer uma pausa/]),
  dialog('app/shell/keys-overview', '/tags', page => page.keyboard.press('Control+/')),
  dialog('app/shell/palette', '/tags', page => page.keyboard.press('Control+K')),
  dialog('app/shell/sign-out-dialog', '/tags', /Conta/, ['menuitem', /^Sair$/]),
]

/** What its pictures are called: area and file. */
export const dialogName = ({ file }: Dialog): string =>
  `dialog-${file
    .split('/')
    .slice(-2)
    .join('-')
    .replace(/-dialog$/, '')}`

/** Opens a dialog where it is. Rejects where a step finds nothing to press. */
export async function openDialog(page: Page, { steps }: Dialog): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'function') {
      await step(page)
      continue
    }
    const [role, name] = step instanceof RegExp ? (['button', step] as const) : step
    const pressed = page.getByRole(role, { name }).filter({ visible: true }).first()
    // Icons of a row take presses while it is pointed at or worked in.
    await pressed.focus({ timeout: 8_000 })
    await pressed.click({ timeout: 8_000 })
  }
}
