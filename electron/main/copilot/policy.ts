/** The `copilot` member of config.json: what the administrator of this computer has set, which nobody changes here. */
import { z } from 'zod'
import {
  byFeature,
  type CopilotSettings,
  FEATURE_OFF,
  LOCAL_COPILOT_FEATURES,
  MASKED_KINDS,
} from '../../../src/contract'
import { isInside } from '../../outward/addresses'
import { mayBeKept } from '../../outward/guarded-request'
import { type ConfigPlaces, readMember } from '../config/load'
import type { Log } from '../log/log'

/**
 * Whether a model may be asked at an address: any by https; without encryption, and for no money, in one's own network alone. The
 * system's proxy looks names up, so that only their form can tell.
 */
export const mayBeAsked = (address: string): boolean =>
  mayBeKept(address, true) && (!/^http:/i.test(address) || isInside(new URL(address).hostname))

const address = z
  .string()
  .refine(text => text === '' || mayBeAsked(text), 'not an address')
  .default('')

const policy = z
  .object({
    /** Those that are on, for everybody; none: the copilot is not used on this computer. */
    features: z.array(z.enum(LOCAL_COPILOT_FEATURES)),
    baseUrl: address,
    model: z.string().default(''),
    /** Where recordings go; "" is where questions go. */
    transcriptionBaseUrl: address,
    transcriptionModel: z.string().default(''),
    /** Voice notes of the conversation that is open, without a press. */
    transcribesArrivals: z.boolean().default(false),
    masks: z.array(z.enum(MASKED_KINDS)).default([...MASKED_KINDS]),
  })
  .strict()

export type CopilotPolicy = Pick<
  CopilotSettings,
  | 'features'
  | 'baseUrl'
  | 'model'
  | 'transcriptionBaseUrl'
  | 'transcriptionModel'
  | 'transcribesArrivals'
  | 'masks'
>

const OFF: CopilotPolicy = {
  features: byFeature(() => FEATURE_OFF),
  baseUrl: '',
  model: '',
  transcriptionBaseUrl: '',
  transcriptionModel: '',
  transcribesArrivals: false,
  masks: [...MASKED_KINDS],
}

/** @returns null where the configuration says nothing of it; what cannot be understood is off. */
export function readCopilotPolicy(places: ConfigPlaces, log: Log): CopilotPolicy | null {
  const found = readMember(places, 'copilot')
  if (!found) return null
  const parsed = policy.safeParse(found.value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    log.error('the copilot is off: the configuration cannot be used', {
      source: found.source,
      detail: issue?.message,
    })
    return OFF
  }
  const { features, ...rest } = parsed.data
  const on = Object.fromEntries(features.map(feature => [feature, { ...FEATURE_OFF, on: true }]))
  return { ...rest, features: { ...OFF.features, ...on } }
}
