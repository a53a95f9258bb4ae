/** The fields of the campaign editor, and what a server makes of them. */
import { CAMPAIGN_SLOTS, type Campaign, campaignForm, type MessageFields, NO_TAG } from '@contract'
import { z } from 'zod'

/** The form: what is sent, when it shall start, and a new attachment. */
export const campaignSchema = z.object({
  ...campaignForm.shape,
  /** `none` keeps it without a date, `now` starts it, `at` waits for its time. */
  start: z.enum(['none', 'now', 'at']),
  /** null takes the attachment away, undefined leaves it as it is. */
  attachment: z.custom<File | null>().optional(),
})
export type Fields = z.input<typeof campaignSchema>
export type Values = z.output<typeof campaignSchema>

/** Proposed time of a campaign: far enough ahead that it can still be changed. */
const PROPOSED_MS = 2 * 60 * 60_000

export const textsOf = (fields: Partial<Fields>): MessageFields =>
  Object.fromEntries(
    CAMPAIGN_SLOTS.flatMap(slot => [
      [`message${slot}`, fields[`message${slot}`] ?? ''],
      [`confirmationMessage${slot}`, fields[`confirmationMessage${slot}`] ?? ''],
    ]),
  ) as MessageFields

/** What the editor shows of a campaign. */
export const fieldsOf = (campaign: Campaign): Omit<Fields, 'attachment'> => ({
  ...textsOf(campaign),
  name: campaign.name,
  confirmation: campaign.confirmation,
  whatsappId: campaign.whatsappId,
  contactListId: campaign.contactListId,
  tagListId: campaign.tagListId ?? NO_TAG,
  fileListId: campaign.fileListId,
  skipOpenTickets: campaign.skipOpenTickets,
  template: campaign.template,
  scheduledAt: campaign.scheduledAt,
  start: campaign.scheduledAt === null ? 'none' : 'at',
})

/** @param whatsappId the only connection there is; null where one has to be chosen. */
export const freshFields = (whatsappId: number | null, now: number): Omit<Fields, 'attachment'> => ({
  ...textsOf({}),
  name: '',
  confirmation: false,
  whatsappId,
  contactListId: null,
  tagListId: NO_TAG,
  fileListId: null,
  skipOpenTickets: false,
  template: null,
  scheduledAt: new Date(Math.ceil((now + PROPOSED_MS) / 300_000) * 300_000).toISOString(),
  start: 'none',
})

/** What is sent: with the time the choice means, and a list only where no tag is in its place. */
export function bodyOf(values: Values, now: number) {
  const { start, attachment: _attachment, scheduledAt, template, ...body } = values
  return {
    ...body,
    // Servers that know no templates are not told of one.
    ...(template ? { template } : {}),
    whatsappId: body.whatsappId ?? null,
    contactListId: body.contactListId ?? null,
    fileListId: body.fileListId ?? null,
    tagListId: body.tagListId ?? NO_TAG,
    scheduledAt:
      start === 'now' ? new Date(now).toISOString() : start === 'at' ? (scheduledAt ?? null) : null,
  }
}
