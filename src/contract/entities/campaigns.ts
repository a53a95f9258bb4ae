/** Campaigns, their recipients and their settings. Read tolerantly, from any server. */
import { z } from 'zod'
import {
  figure,
  flag,
  id,
  instant,
  listOf,
  maybe,
  maybeId,
  maybeInstant,
  maybeName,
  maybeText,
  name,
  text,
} from '../scalars'
import { whatsappRef } from './organisation'

/** How far one recipient is, as legacy servers tell it. */
export const campaignShipping = z.object({
  id,
  number: text,
  message: text,
  deliveredAt: maybeInstant,
  confirmationRequestedAt: maybeInstant,
  confirmedAt: maybeInstant,
})

/** One person a campaign writes to; states in ../campaign-states. */
export const campaignRecipient = z.object({
  id,
  name,
  number: text,
  state: text,
  /** Why it failed (an error code) or was left out; "" while neither. */
  reason: text,
  /** Which of the five messages; null until it was decided. */
  slot: figure.nullish().transform(slot => slot || null),
  message: text,
  confirmationRequestedAt: maybeInstant,
  confirmedAt: maybeInstant,
  sentAt: maybeInstant,
  deliveredAt: maybeInstant,
})
export type CampaignRecipient = z.output<typeof campaignRecipient>

/** How many recipients are in which state. */
export const campaignFigures = z.object({
  total: figure,
  waiting: figure,
  asked: figure,
  confirmed: figure,
  sending: figure,
  sent: figure,
  delivered: figure,
  failed: figure,
  skipped: figure,
})

/** The template a campaign is made of: its gaps by their key, filled with words and `{variables}`. */
export const campaignTemplate = z.object({
  name: text,
  language: text,
  values: z.record(z.string(), z.string()).catch({}),
})
export type CampaignTemplate = z.output<typeof campaignTemplate>

/** A bulk send. */
export const campaign = z.object({
  id,
  name,
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
  status: text,
  confirmation: flag,
  scheduledAt: maybeInstant,
  startedAt: maybeInstant,
  completedAt: maybeInstant,
  whatsappId: maybeId,
  whatsapp: maybe(whatsappRef),
  contactListId: maybeId,
  contactList: maybe(z.object({ id, name })),
  tagListId: maybeId,
  /** Who made it; null where they are gone. */
  user: maybe(z.object({ id, name })),
  fileListId: maybeId,
  companyId: maybeId,
  mediaPath: maybeText,
  mediaName: maybeName,
  /** People with an open conversation are left out. */
  skipOpenTickets: flag,
  /** In the place of its messages; null where those are sent. */
  template: maybe(campaignTemplate),
  /** Why it stopped by itself (../campaign-states); "" when it did not. */
  stopReason: text,
  /** When the next recipient is due; null while none is. */
  nextAt: maybeInstant,
  /** Null where a server only lists its recipients. */
  figures: maybe(campaignFigures),
  shipping: listOf('campaign.shipping', campaignShipping),
})
export type Campaign = z.output<typeof campaign>

/** A row of the campaign settings; `value` is text, or JSON text for the variables. */
export const campaignSetting = z.object({ id, key: text, value: text })
export type CampaignSetting = z.output<typeof campaignSetting>

/** Somebody who wants no more campaigns. */
export const campaignOptOut = z.object({ id, number: text, name, word: text, createdAt: instant })
export type CampaignOptOut = z.output<typeof campaignOptOut>
