/** What the network asks of a person before it lets a request through: a proxy's password, a certificate to show. */
import { z } from 'zod'

const certificateOffer = z.object({
  fingerprint: z.string(),
  /** Whom it names. */
  subject: z.string(),
  issuer: z.string(),
  /** ISO-8601 instant. */
  validUntil: z.string(),
})

export const networkQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proxy'),
    id: z.number().int(),
    /** `host:port` of the proxy. */
    host: z.string(),
    /** What the proxy calls itself; may be empty. */
    realm: z.string(),
    /** The last password was not taken. */
    refused: z.boolean(),
  }),
  z.object({
    kind: z.literal('certificate'),
    id: z.number().int(),
    /** The server that asks who we are. */
    host: z.string(),
    certificates: z.array(certificateOffer),
  }),
])
export type NetworkQuestion = z.output<typeof networkQuestion>

/** The question that is open, null when none is. */
export const networkState = z.object({ question: networkQuestion.nullable() })
export type NetworkState = z.output<typeof networkState>

export const networkAnswer = z.object({
  id: z.number().int(),
  /** Null: the person will not answer now. */
  answer: z
    .union([
      z.object({ username: z.string().min(1).max(255), password: z.string().max(1_024) }),
      z.object({ fingerprint: z.string().max(200) }),
    ])
    .nullable(),
})
export type NetworkAnswer = z.output<typeof networkAnswer>
