/** What numbers of the Cloud API use of Meta, and what their messages cost. */
import { z } from 'zod'
import { endpoint } from './define'

/** Delivered messages of a number that a month's free ones are counted by. */
export const FREE_SERVICE_MESSAGES = 1_000
/** Categories a company may say a price of. */
export const COST_CATEGORIES = ['service', 'utility', 'marketing', 'authentication'] as const
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

/** Delivered messages with the same price, by Meta's own words, and the same author; ids are 0 for none. */
const cloudCost = z.object({
  whatsappId: z.number(),
  category: z.string(),
  type: z.string(),
  billable: z.boolean(),
  author: z.enum(['agent', 'campaign', 'assistant', 'automatic']),
  queueId: z.number(),
  userId: z.number(),
  campaignId: z.number(),
  messages: z.number(),
})
export type CloudCost = z.output<typeof cloudCost>

const named = z.object({ id: z.number(), name: z.string() })
const cloudCosts = z.object({
  /** YYYY-MM, on the company's clock. */
  month: z.string(),
  rows: z.array(cloudCost),
  rates: cloudRates.nullable(),
  /** Those of the rows that are there still. */
  queues: z.array(named),
  users: z.array(named),
  campaigns: z.array(named),
})
export type CloudCosts = z.output<typeof cloudCosts>

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
  'whatsapps.cloudCosts': endpoint('GET', '/whatsapp-cloud-costs', {
    summary: 'Delivered messages of a month by their price as Meta tells it, with the company’s rate card',
    access: 'connections-page:editOrDeleteConnection',
    query: () =>
      z.object({
        month: z
          .string()
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
          .optional(),
      }),
    response: cloudCosts,
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
