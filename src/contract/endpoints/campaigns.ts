/** Campaigns, their report and their settings. */
import { z } from 'zod'
import {
  CAMPAIGN_VARIABLE,
  LONGER_INTERVALS,
  MESSAGE_INTERVALS,
  OPT_OUT_WORD,
  REJECTION_LIMITS,
} from '../campaign-settings'
import { NO_TAG, RECIPIENT_STATES } from '../campaign-states'
import { CAMPAIGN_NAME, CAMPAIGN_SAMPLES, CONTACT_NUMBER, MESSAGE_MAX_CHARS } from '../constants'
import { campaign, campaignOptOut, campaignRecipient, campaignSetting } from '../entities'
import { minutesOf } from '../hours'
import { line, moment, pageNumber, rowId, searchParam, textId, upTo, words } from '../requests'
import { figure, hasMore, instant, listOf, name, rowCount, text } from '../scalars'
import { crud, paged } from './crud'
import { done, endpoint } from './define'

const body = words(MESSAGE_MAX_CHARS).default('')
const texts = {
  message1: body,
  message2: body,
  message3: body,
  message4: body,
  message5: body,
  confirmationMessage1: body,
  confirmationMessage2: body,
  confirmationMessage3: body,
  confirmationMessage4: body,
  confirmationMessage5: body,
}

/** A gap holds words and `{variables}`; what it comes to is looked at for each recipient. */
const chosenTemplate = z.object({
  name: line(512, 'Too Long!').min(1),
  language: line(20, 'Too Long!').min(1),
  values: z
    .record(z.string().max(300), words(1_024))
    .refine(all => Object.keys(all).length <= 50, 'too many'),
})

/**
 * Campaign form rules. With a time it is scheduled, and then it needs a connection, somebody to
 * write to and a message; without one it stays inactive. A time that has passed is now.
 */
export const campaignForm = z.object({
  name: line(CAMPAIGN_NAME.max, 'Too Long!').min(CAMPAIGN_NAME.min, 'Too Short!'),
  ...texts,
  confirmation: z.boolean().default(false),
  scheduledAt: moment.nullish(),
  whatsappId: rowId.nullish(),
  contactListId: rowId.nullish(),
  /** A tag instead of a list: its people become a contact list of their own. */
  tagListId: z.union([rowId, z.literal(NO_TAG)]).nullish(),
  fileListId: rowId.nullish(),
  skipOpenTickets: z.boolean().default(false),
  /** Sent in the place of the messages. */
  template: chosenTemplate.nullish(),
})

const clock = z
  .string()
  .max(5)
  .refine(value => value === '' || minutesOf(value) !== null, 'not a time of day')
const oneOf = (values: readonly number[]) =>
  z.coerce
    .number()
    .int()
    .refine(value => values.includes(value), 'not one of the values offered')

/** What the settings may hold; members left out stay as they are. */
export const campaignSettingsForm = z
  .object({
    messageInterval: oneOf(MESSAGE_INTERVALS),
    longerIntervalAfter: oneOf(LONGER_INTERVALS),
    greaterInterval: oneOf(LONGER_INTERVALS),
    rejectionLimit: oneOf(REJECTION_LIMITS),
    variables: upTo(
      CAMPAIGN_VARIABLE.most,
      z.object({ key: line(CAMPAIGN_VARIABLE.maxKey).min(1), value: words(CAMPAIGN_VARIABLE.maxValue) }),
    ).refine(list => new Set(list.map(({ key }) => key)).size === list.length, 'a key twice'),
    quietFrom: clock,
    quietTo: clock,
    optOutWords: upTo(OPT_OUT_WORD.most, line(OPT_OUT_WORD.maxChars).min(1)),
  })
  .partial()

/** Whom a campaign reaches, and three of them. */
const audience = z.object({
  total: figure,
  /** They show no phone number, and campaigns write to phones alone. */
  withoutPhone: figure.default(0),
  /** Known not to be on WhatsApp. */
  invalid: figure,
  /** Not asked about on WhatsApp yet: they are written to once they were. */
  unchecked: figure,
  optedOut: figure,
  /** In an open or pending conversation now. */
  openTickets: figure,
  /** Of those who get it, who may be written to in words of one's own now; null where that is everybody. */
  inWindow: figure.nullish().transform(count => count ?? null),
  /** How many customers may be written to first in a day, all numbers together; null where that is not limited or known. */
  limit: figure.nullish().transform(count => count ?? null),
  /** How many of those were, in the last 24 hours. */
  begun: figure.default(0),
  /** The numbers that share the limit, the chosen one among them. */
  sharing: listOf('campaigns.audience', z.object({ id: rowId, name })).default([]),
  samples: listOf(
    'campaigns.audience',
    z.object({ name, number: text, email: text, inConversation: z.boolean().default(false) }),
  ),
})

/** What happened in one stretch of a campaign. */
const stretch = z.object({ at: instant, sent: figure, delivered: figure, confirmed: figure, failed: figure })

const FOUND = ['ERR_NO_CAMPAIGN_FOUND', 'ERR_PLAN_LACKS'] as const
const TEMPLATED = [
  'ERR_CAMPAIGN_NEEDS_TEMPLATE',
  'ERR_TEMPLATE_MISSING',
  'ERR_TEMPLATE_NOT_APPROVED',
] as const
const NAMED = [
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_CONTACTLIST_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_FILE_FOUND',
] as const

export const campaignEndpoints = {
  'campaigns.page': endpoint('GET', '/campaigns', {
    summary: 'Campaigns by name, paged, with their figures',
    access: 'campaigns:run',
    ...paged('records', 'campaigns', campaign),
    errors: ['ERR_PLAN_LACKS'],
  }),
  'campaigns.audience': endpoint('GET', '/campaigns-audience', {
    summary: `How many a contact list or a tag reaches, and ${CAMPAIGN_SAMPLES} of them`,
    access: 'campaigns:run',
    query: () =>
      z.object({
        contactListId: textId.optional(),
        tagListId: textId.optional(),
        /** Counts who wrote to it within the last 24 hours. */
        whatsappId: textId.optional(),
      }),
    response: audience,
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_CONTACTLIST_FOUND', 'ERR_NO_TAG_FOUND'],
  }),
  'campaigns.test': endpoint('POST', '/campaigns-test', {
    summary: 'Send one number what a recipient would get: question, message and files, variables filled',
    access: 'campaigns:run',
    body: () =>
      z
        .object({
          whatsappId: textId,
          number: line(CONTACT_NUMBER.max, 'Too Long!').min(CONTACT_NUMBER.min, 'Too Short!'),
          message: words(MESSAGE_MAX_CHARS),
          /** Goes in the place of the message. */
          template: chosenTemplate.nullish(),
          /** What the campaign asks first; the message follows without waiting for an answer. */
          question: words(MESSAGE_MAX_CHARS).default(''),
          /** Whose kept attachment goes along; one sent with this call goes in its place. */
          campaignId: textId.nullish(),
          fileListId: textId.nullish(),
        })
        .refine(({ message, template }) => template || message.trim() !== '', {
          path: ['message'],
          error: 'Obrigatório',
        }),
    multipart: { fileField: 'file', maxFiles: 1 },
    response: done,
    errors: [
      ...FOUND,
      'ERR_TEMPLATE_MISSING',
      'ERR_TEMPLATE_NOT_APPROVED',
      'ERR_TEMPLATE_PARAMETERS',
      'ERR_FILE_TOO_LARGE',
      'ERR_MESSAGE_TOO_LONG',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_FILE_FOUND',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_SENDING_WAPP_MSG',
    ],
  }),
  ...crud('campaigns', '/campaigns', {
    access: 'campaigns:run',
    record: campaign,
    form: campaignForm,
    get: ['One campaign with its figures', ...FOUND],
    create: [
      'Add a campaign: inactive, or scheduled when it has a time',
      'ERR_PLAN_LACKS',
      'ERR_CAMPAIGN_INCOMPLETE',
      ...TEMPLATED,
      ...NAMED,
    ],
    update: [
      'Change a campaign that is inactive, cancelled, or scheduled for more than an hour from now',
      ...FOUND,
      'ERR_CAMPAIGN_LOCKED',
      'ERR_CAMPAIGN_INCOMPLETE',
      ...TEMPLATED,
      ...NAMED,
    ],
    remove: [
      'Delete a campaign that does not run; what it sent stays in the conversations',
      ...FOUND,
      'ERR_CAMPAIGN_RUNNING',
    ],
    attach: [
      'Give a campaign its attachment, in the place of the one before',
      ...FOUND,
      'ERR_CAMPAIGN_LOCKED',
      'ERR_FILE_TYPE',
    ],
    detach: ['Take the attachment of a campaign away', ...FOUND, 'ERR_CAMPAIGN_LOCKED'],
  }),
  'campaigns.cancel': endpoint('POST', '/campaigns/:id/cancel', {
    summary: 'Stop a campaign; nobody else is written to',
    access: 'campaigns:run',
    response: done,
    errors: [...FOUND, 'ERR_CAMPAIGN_LOCKED'],
  }),
  'campaigns.restart': endpoint('POST', '/campaigns/:id/restart', {
    summary: 'Go on with a cancelled campaign where it stopped; nobody is written to twice',
    access: 'campaigns:run',
    response: done,
    errors: [
      ...FOUND,
      'ERR_CAMPAIGN_LOCKED',
      'ERR_CAMPAIGN_INCOMPLETE',
      'ERR_CAMPAIGN_VARIABLE',
      ...TEMPLATED,
      'ERR_NO_WAPP_FOUND',
    ],
  }),
  'campaigns.retry': endpoint('POST', '/campaigns/:id/retry', {
    summary: 'Write again to the recipients that were refused',
    access: 'campaigns:run',
    response: () => z.object({ count: figure }),
    errors: [
      ...FOUND,
      'ERR_CAMPAIGN_LOCKED',
      'ERR_CAMPAIGN_INCOMPLETE',
      'ERR_CAMPAIGN_VARIABLE',
      ...TEMPLATED,
      'ERR_NO_WAPP_FOUND',
    ],
  }),
  'campaigns.recipients': endpoint('GET', '/campaigns/:id/recipients', {
    summary: 'Whom a campaign writes to, in its order, paged',
    access: 'campaigns:run',
    query: () => z.object({ searchParam, pageNumber, state: z.enum(RECIPIENT_STATES).optional() }),
    response: () =>
      z.object({
        records: listOf('campaigns.recipients', campaignRecipient),
        count: rowCount,
        hasMore,
      }),
    errors: FOUND,
  }),
  'campaigns.timeline': endpoint('GET', '/campaigns/:id/timeline', {
    summary: 'What a campaign did over time, in at most 48 stretches of the same length',
    access: 'campaigns:run',
    response: () => z.object({ stretchSeconds: figure, stretches: listOf('campaigns.timeline', stretch) }),
    errors: FOUND,
  }),
  'campaigns.export': endpoint('GET', '/campaigns/:id/export', {
    summary: 'The report of a campaign as CSV',
    access: 'campaigns:run',
    response: () => z.string(),
    raw: true,
    errors: FOUND,
  }),
  'campaignSettings.list': endpoint('GET', '/campaign-settings', {
    summary:
      'Intervals, variables, quiet hours and opt-out words of the company’s campaigns; only what was saved',
    access: 'campaigns:run',
    response: () => listOf('campaign-settings', campaignSetting),
    errors: ['ERR_PLAN_LACKS'],
  }),
  'campaignSettings.save': endpoint('POST', '/campaign-settings', {
    summary: 'Save campaign settings; members left out stay as they are',
    access: 'admin',
    body: () => z.object({ settings: campaignSettingsForm }),
    response: () => listOf('campaign-settings', campaignSetting),
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'],
  }),
  'campaignOptOuts.page': endpoint('GET', '/campaign-opt-outs', {
    summary: 'Who wants no more campaigns, newest first',
    access: 'admin',
    ...paged('records', 'campaign-opt-outs', campaignOptOut),
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'],
  }),
  'campaignOptOuts.remove': endpoint('DELETE', '/campaign-opt-outs/:id', {
    summary: 'Let campaigns write to somebody again',
    access: 'admin',
    response: done,
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS', 'ERR_NO_CONTACT_FOUND'],
  }),
} as const
