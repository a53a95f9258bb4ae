/** What numbers of the Cloud API use of Meta, and what their messages cost. */
import { z } from 'zod'
import { figure, listOf, maybe, name, text } from '../scalars'
import { endpoint } from './define'

/** Delivered messages of a number that a month's free ones are counted by. */
export const FREE_SERVICE_MESSAGES = 1_000
/** Categories a company may say a price of. */
export const COST_CATEGORIES = ['service', 'utility', 'marketing', 'authentication'] as const
/** Who writes what Meta charges. */
export const COST_AUTHORS = ['agent', 'campaign', 'assistant', 'automatic'] as const
/** Of a thousand messages: one costs parts of a cent. */
const amount = z.number().min(0).max(1_000_000).nullable()
/** What a company says a thousand delivered messages cost; Meta tells no amounts. null: not said. */
export const cloudRates = z.object({
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, 'Invalid currency'),
  service: amount,
  utility: amount,
  marketing: amount,
  authentication: amount,
})
export type CloudRates = z.output<typeof cloudRates>

/** Charged messages that would not have been, or would have cost less; `missing`: those without a price in the card. */
const saving = z.object({ messages: figure, amount: figure, missing: figure })
export type Saving = z.output<typeof saving>

/** Delivered messages, what they cost by the company's rate card, and what a change would save (docs/figures.md). */
const costFigures = z.object({
  free: figure,
  charged: figure,
  /** In the rate card's currency, of those that have a price. */
  amount: figure,
  /** Charged messages without a price in the card. */
  missing: figure,
  /** Lines that could have left as one message. */
  joined: saving,
  /** Templates that left while a plain message could. */
  replaced: saving,
})
export type CostFigures = z.output<typeof costFigures>

/** One group: a day (the first of a week or month), an id (0 for none), or Meta's or our word; without a name once it is gone. */
const costRow = z.object({ key: text, name, figures: costFigures })
export type CostRow = z.output<typeof costRow>

export const costReport = z.object({
  /** The time zone of days. */
  zone: text,
  /** Numbers of the Cloud API; without any, and without rows, nothing costs by message. */
  numbers: figure,
  rates: maybe(cloudRates),
  /** Days, weeks and months in their order, each that is in the period; of other groups those with most charged messages first. */
  rows: listOf('reports.costs', costRow),
  total: costFigures,
  /** The same of as many days before; null where it was not asked for. */
  previous: maybe(costFigures),
})
export type CostReport = z.output<typeof costReport>

const cloudUse = z.object({
  /** Of this month; empty where Meta told no price. */
  numbers: z
    .array(z.object({ whatsappId: z.number(), service: z.number(), charged: z.number() }))
    .default([]),
  /** The version of Meta's API the server speaks, and the day Meta ends it: YYYY-MM-DD. */
  version: z.object({ name: z.string(), endsOn: z.string() }),
})
export type CloudUse = z.output<typeof cloudUse>

export const messageCostEndpoints = {
  'whatsapps.cloudUse': endpoint('GET', '/whatsapp-cloud-use', {
    summary: 'What the numbers of the Cloud API use of Meta',
    access: 'connections-page:editOrDeleteConnection',
    response: cloudUse,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'whatsapps.saveCloudRates': endpoint('PUT', '/whatsapp-cloud-rates', {
    summary: 'Say what a delivered message costs by category',
    access: 'connections-page:editOrDeleteConnection',
    body: cloudRates,
    response: cloudRates,
    errors: ['ERR_NO_PERMISSION'],
  }),
} as const
