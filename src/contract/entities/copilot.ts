import { z } from 'zod'
import { CEILING_UNITS, FEATURE_OFF, type FeatureRule, MASKED_KINDS } from '../copilot'
import { figure, flag, id, maybeFigure, maybeId, text } from '../scalars'

const featureRule = z
  .object({ on: flag, queueIds: z.array(id), profiles: z.array(z.string()) })
  .optional()
  .transform((rule): FeatureRule => rule ?? FEATURE_OFF)
const featureRules = z.object({ suggest: featureRule, rewrite: featureRule })

/** What of the copilot somebody may use. */
export const copilotOffers = z.object({ features: featureRules })

/** How a company has its copilot set (src/contract/copilot.ts); its key never leaves the server. */
export const copilotSettings = copilotOffers.extend({
  baseUrl: text,
  model: text,
  hasApiKey: flag,
  promptId: maybeId,
  ceilingUnit: z.enum(CEILING_UNITS).catch('tokens'),
  ceiling: maybeFigure,
  masks: z.array(z.enum(MASKED_KINDS)).catch([...MASKED_KINDS]),
  /** Since the month began, in the company's time zone. */
  used: z.object({
    calls: figure,
    tokens: figure,
    /** By the provider's list prices; null where one is not known. */
    dollars: maybeFigure,
    taken: figure,
    changed: figure,
    dropped: figure,
    failed: figure,
  }),
})
export type CopilotSettings = z.output<typeof copilotSettings>
