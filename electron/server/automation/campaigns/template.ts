/**
 * Campaigns that send a template. A number hosted by Meta reaches people who have not written for a day by approved
 * templates only; the placeholders are filled for each recipient.
 */
import {
  type Addressee,
  type CampaignSettings,
  type CampaignTemplate,
  type CustomVariable,
  campaignTemplateValues,
  fillTemplate,
  type MessageTemplate,
  templateMedia,
  templateProblems,
  templateText,
} from '@contract'
import { type AnyColumn, and, eq, sql } from 'drizzle-orm'
import { hasWindow } from '../../desk/channel/window'
import { hasTemplates, templateFor } from '../../desk/templates/list'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { campaignRecipients, contactListItems, whatsapps } from '../../platform/db/schema'
import { outgoingTemplate, type StoredTemplate } from '../../platform/db/template'
import type { StoredMedia } from '../../platform/media/store'
import type { Workspace } from '../../workspace'
import { inWindow, writable } from './audience'
import { clientIdOf, type Stored, storeFor } from './compose'
import type { CampaignRow, RecipientRow } from './rows'

/**
 * Refuses a campaign of free text that would reach nobody.
 * @param waiting the campaign of which only the waiting recipients count; without it everybody on the list.
 * @throws ApiError ERR_CAMPAIGN_NEEDS_TEMPLATE
 */
export async function refuseUnreachable(
  db: Reader,
  companyId: number,
  row: { whatsappId: number | null; contactListId: number | null; template: CampaignTemplate | null },
  waiting?: number,
): Promise<void> {
  const { whatsappId, contactListId, template } = row
  if (template || whatsappId === null || contactListId === null) return
  const [connection] = await db
    .select({ provider: whatsapps.provider })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  if (!connection || !hasWindow(connection.provider)) return
  const within = (number: AnyColumn) => inWindow(companyId, whatsappId, sql`${number}`)
  const { campaignId, state, number } = campaignRecipients
  const reached = await (waiting === undefined
    ? db.$count(contactListItems, and(writable(contactListId), within(contactListItems.number)))
    : db.$count(campaignRecipients, and(eq(campaignId, waiting), eq(state, 'waiting'), within(number))))
  if (reached === 0) throw new ApiError('ERR_CAMPAIGN_NEEDS_TEMPLATE')
}

/**
 * The template of a campaign as the provider has it now.
 * @returns null when the campaign has none.
 * @throws ApiError ERR_NO_WAPP_FOUND, ERR_TEMPLATE_MISSING, ERR_TEMPLATE_NOT_APPROVED, ERR_VALIDATION (an empty
 *   placeholder, or a missing header file).
 */
export async function checkedTemplate(
  app: Workspace,
  companyId: number,
  whatsappId: number | null | undefined,
  chosen: CampaignTemplate | null | undefined,
): Promise<MessageTemplate | null> {
  if (!chosen || !whatsappId) return null
  const connection = await whatsappOf(app.db, companyId, whatsappId)
  const template = hasTemplates(app, connection)
    ? await templateFor(app, connection, chosen.name, chosen.language)
    : null
  if (!template?.isKnown) throw new ApiError('ERR_TEMPLATE_MISSING')
  if (template.status !== 'APPROVED') throw new ApiError('ERR_TEMPLATE_NOT_APPROVED')
  const [field] =
    Object.entries(templateProblems(template, chosen.values)).find(([, why]) => why === 'missing') ?? []
  if (field !== undefined) throw new ApiError('ERR_VALIDATION', { field: `template.${field}` })
  return template
}

export interface FilledFor {
  body: string
  media: StoredMedia | null
  template: StoredTemplate
}

/**
 * The template filled in for one recipient.
 * @param attachment of the campaign: the header of a template that takes a file.
 * @returns null when a placeholder cannot be filled for this recipient.
 */
export function filledFor(
  template: MessageTemplate,
  chosen: CampaignTemplate,
  who: Addressee,
  variables: readonly CustomVariable[],
  attachment: StoredMedia | null,
): FilledFor | null {
  const values = campaignTemplateValues(chosen, who, variables)
  if (Object.keys(templateProblems(template, values)).length > 0) return null
  const media = templateMedia(template) === null ? null : attachment
  if (templateMedia(template) !== null && media === null) return null
  const shown = fillTemplate(template, values)
  return {
    body: templateText(shown),
    media,
    template: {
      parts: outgoingTemplate(template, values),
      buttons: shown.buttons.map(({ kind, text }) => ({ kind, text })),
    },
  }
}

/** Stores a template filled in for one recipient; if it cannot be filled in, the recipient is reported as refused. */
export async function sendFilled(
  app: Workspace,
  tx: Tx,
  { id, companyId, whatsappId, template: chosen }: CampaignRow,
  row: RecipientRow,
  sheet: {
    template: MessageTemplate
    attachment: StoredMedia | null
    settings: Pick<CampaignSettings, 'variables'>
  },
  at: Date,
): Promise<{ recipient: RecipientRow | null; stored: Stored | null }> {
  if (!chosen || whatsappId === null) return { recipient: null, stored: null }
  const made = filledFor(sheet.template, chosen, row, sheet.settings.variables, sheet.attachment)
  const become = async (values: Partial<RecipientRow>): Promise<RecipientRow | null> => {
    const [now] = await tx
      .update(campaignRecipients)
      .set({ ...values, updatedAt: at.toISOString() })
      .where(eq(campaignRecipients.id, row.id))
      .returning()
    return now ?? null
  }
  if (!made)
    return { recipient: await become({ state: 'failed', reason: 'ERR_TEMPLATE_PARAMETERS' }), stored: null }
  const clientId = clientIdOf({ campaignId: id, recipientId: row.id, part: 'main', retry: row.retries })
  const { name, number, email, ticketId } = row
  const to = { companyId, whatsappId, name, number, email, ticketId }
  const stored = await storeFor(app, tx, to, [{ clientId, ...made }])
  const outcome = { slot: 1, message: made.body, ticketId: stored.ticket.id, reason: '' }
  return { recipient: await become({ ...outcome, state: 'sending' }), stored }
}
