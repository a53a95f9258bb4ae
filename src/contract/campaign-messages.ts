/**
 * What a campaign says to whom: variables, which of the filled messages
 * a recipient gets, and what an answer means. The editor's preview and the workspace's engine ask the same functions.
 * Pure.
 */
import { fold } from './fold'

/** Most messages of a campaign. */
export const CAMPAIGN_MESSAGES = 5
export const CAMPAIGN_SLOTS = [1, 2, 3, 4, 5] as const
export type CampaignSlot = (typeof CAMPAIGN_SLOTS)[number]

export type MessageFields = { [K in `message${CampaignSlot}` | `confirmationMessage${CampaignSlot}`]: string }

/** Who is written to, as far as texts name them. */
export interface Addressee {
  name: string
  number: string
  email: string
}

/** A variable of one's own: `{key}` stands for the value. */
export interface CustomVariable {
  key: string
  value: string
}

/** The variables every campaign knows, as they are written. */
export const CAMPAIGN_VARIABLES = ['nome', 'numero', 'email'] as const

const VARIABLE = /\{([^{}]{1,100})\}/g

/**
 * The `{variables}` of texts that nothing stands for, as they are written, each once: they would go out as they stand.
 * @param custom the company's own.
 */
export function unknownVariables(texts: readonly string[], custom: readonly CustomVariable[]): string[] {
  const known = new Set([...CAMPAIGN_VARIABLES, ...custom.map(({ key }) => fold(key))])
  const found = texts.flatMap(text => [...text.matchAll(VARIABLE)])
  return [...new Set(found.filter(([, key = '']) => !known.has(fold(key.trim()))).map(([whole]) => whole))]
}

/**
 * The texts of a campaign that are sent: what fills the gaps of its template, or its messages, and their questions where
 * it asks first.
 * @param words of its file list, which follow a message.
 */
export const sentTexts = (
  campaign: Partial<MessageFields> & {
    confirmation: boolean
    template?: { values: Readonly<Record<string, string>> } | null | undefined
  },
  words = '',
): string[] =>
  campaign.template
    ? Object.values(campaign.template.values)
    : [
        ...filledSlots(campaign).flatMap(slot => [
          campaign[`message${slot}`] ?? '',
          ...(campaign.confirmation ? [campaign[`confirmationMessage${slot}`] ?? ''] : []),
        ]),
        words,
      ]

/** Fills `{variables}`, accents and case aside; one that is not known stays as it is, so that the writer sees it. */
export function fillCampaign(text: string, who: Addressee, custom: readonly CustomVariable[]): string {
  const values = new Map(custom.map(({ key, value }) => [fold(key), value]))
  // The specification's own come last: a custom one of their name does not take their place.
  values.set('nome', who.name).set('numero', who.number).set('email', who.email)
  return text.replace(VARIABLE, (whole, key: string) => values.get(fold(key.trim())) ?? whole)
}

/** The gaps of a template for one recipient: variables filled, in one line, as Meta wants them. */
export const campaignTemplateValues = (
  { values }: { values: Readonly<Record<string, string>> },
  who: Addressee,
  custom: readonly CustomVariable[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([gap, words]) => [
      gap,
      fillCampaign(words, who, custom).replace(/\s+/g, ' ').trim(),
    ]),
  )

/** Slots whose message is filled. */
export const filledSlots = (campaign: Partial<MessageFields>): CampaignSlot[] =>
  CAMPAIGN_SLOTS.filter(slot => (campaign[`message${slot}`] ?? '').trim() !== '')

/** A small even hash (FNV-1a with a final mix), the same on every computer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/**
 * Which of the filled messages a recipient gets: the same one whenever it is asked, and each about as often.
 * @returns null when no message is filled.
 */
export function slotFor(campaign: Partial<MessageFields>, number: string): CampaignSlot | null {
  const slots = filledSlots(campaign)
  return slots[hashOf(number) % slots.length] ?? null
}

/** What a recipient is sent: the message, and the question that comes before it; "" for none. */
export interface Wording {
  slot: CampaignSlot
  message: string
  question: string
}

/**
 * @param campaign its texts, and whether it asks first.
 * @returns null when no message is filled.
 */
export function wordingFor(
  campaign: Partial<MessageFields> & { confirmation: boolean },
  who: Addressee,
  custom: readonly CustomVariable[],
): Wording | null {
  const slot = slotFor(campaign, who.number)
  if (slot === null) return null
  const question = campaign.confirmation ? (campaign[`confirmationMessage${slot}`] ?? '').trim() : ''
  return {
    slot,
    message: fillCampaign(campaign[`message${slot}`] ?? '', who, custom),
    question: fillCampaign(question, who, custom),
  }
}
