/** What a delivery is split into (./webhook), as the inbox keeps it. */
import { referral as referralEntity } from '@contract'
import { z } from 'zod'
import { limitNotice, templateNotice, wishNotice } from './account-notices'
import { handoverEvent } from './handover'
import { bookEvent, historyEvent, historyStep } from './phone-fields'
import { price } from './pricing'

/** Meta's ids of the person a part names by `from`. */
const ids = z.array(z.string()).default([])

export const cloudEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    id: z.string(),
    from: z.string(),
    ids,
    /** null when missing. */
    username: z.string().nullable().default(null),
    name: z.string(),
    at: z.string(),
    body: z.string(),
    mediaType: z.string(),
    quoted: z.string().nullable(),
    isForwarded: z.boolean(),
    file: z.object({ id: z.string(), mime: z.string(), name: z.string() }).nullable(),
    /** The group it was written in; null in a private conversation. */
    group: z.string().nullable().default(null),
    referral: referralEntity.nullable().default(null),
    /** Read while another responder answers the conversation. */
    standby: z.boolean().default(false),
    /** Written on our side without the workspace: `from` is the recipient. */
    fromMe: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('reaction'),
    from: z.string(),
    ids,
    to: z.string(),
    emoji: z.string(),
    fromMe: z.boolean().default(false),
  }),
  /** An edited message; `instead` is its content as a message of its own, in case the original never came. */
  z.object({
    kind: z.literal('edit'),
    from: z.string(),
    ids,
    to: z.string(),
    instead: z.unknown().optional(),
    fromMe: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('revoke'),
    from: z.string(),
    ids,
    to: z.string(),
    fromMe: z.boolean().default(false),
  }),
  /** A person has another number or id now: `ids` are theirs, `former` no longer. */
  z.object({
    kind: z.literal('moved'),
    id: z.string(),
    from: z.string(),
    number: z.string(),
    ids,
    former: z.array(z.string()).default([]),
    /** The phone has changed and is not visible. */
    isPhoneGone: z.boolean().default(false),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('status'),
    wamid: z.string(),
    status: z.string(),
    /** Our own id of the message, when it was sent with one. */
    messageId: z.string().nullable(),
    /** The recipient: the phone or null, and Meta's ids. */
    phone: z.string().nullable().default(null),
    ids,
    error: z.number().nullable(),
    price: price.nullable().default(null),
    /** When, by Meta; null where it does not say. */
    at: z.string().nullable().default(null),
  }),
  handoverEvent,
  templateNotice,
  wishNotice,
  limitNotice,
  bookEvent,
  historyStep,
  historyEvent,
])
export type CloudEvent = z.output<typeof cloudEvent>
export type ChangeEvent = Extract<CloudEvent, { to: string }>

/** What a change is about: of several the newest holds. */
export const aboutChange = ({
  kind,
  to,
  from,
  fromMe,
}: Pick<ChangeEvent, 'kind' | 'to' | 'from' | 'fromMe'>): unknown[] =>
  fromMe ? [kind, to] : [kind, to, from]
