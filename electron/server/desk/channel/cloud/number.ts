/** What the provider reports about a number of ours. */
import { z } from 'zod'
import type { Graph } from './graph'

const text = z.string().catch('')
const described = z.object({
  display_phone_number: z.string(),
  verified_name: text,
  quality_rating: text,
  status: text,
})

export interface CloudNumber {
  /** Digits. */
  number: string
  name: string
  /** GREEN, YELLOW, RED, UNKNOWN or whatever is new; "" where it is not given. */
  quality: string
  /** CONNECTED, FLAGGED, ... as the provider reports. */
  status: string
}

/** Asks for a number. @throws GraphError, GraphNoAnswer, ZodError */
export async function lookUpNumber(
  graph: Graph,
  account: { phoneNumberId: string; accessToken: string },
  signal: AbortSignal,
): Promise<CloudNumber> {
  const fields = 'display_phone_number,verified_name,quality_rating,status'
  const path = `${encodeURIComponent(account.phoneNumberId)}?fields=${fields}`
  const found = described.parse(await graph.call({ token: account.accessToken, path, signal }))
  return {
    number: found.display_phone_number.replace(/\D/g, ''),
    name: found.verified_name,
    quality: found.quality_rating,
    status: found.status,
  }
}
