/**
 * The component that pairs numbers like WhatsApp Web, which a company of one's own on this computer installs: no installer of
 * Turno holds it, because its licence, the GPL, would bind Turno.
 */
import { z } from 'zod'

/**
 * Why it was not installed. `address`: the registry's is none; `unreachable`: nobody answered, or the answer broke off or
 * stood still; `certificate`: what answers cannot be trusted; `answer`: something else than the package, with its status;
 * `redirect`: it leads where nothing is fetched; `tooLarge`, `changed`: more bytes, or others, than Turno was built with;
 * `content`: its files are not to be unpacked; `full`, `disk`: the disk has no room, or cannot be written; `refused`: the
 * company's server did not take it.
 */
const PAIRING_FAILURES = [
  'address',
  'unreachable',
  'certificate',
  'answer',
  'redirect',
  'tooLarge',
  'changed',
  'content',
  'full',
  'disk',
  'refused',
] as const
export type PairingFailure = (typeof PAIRING_FAILURES)[number]

/** What the console shows of it. */
export const pairingState = z.object({
  /** A company of one's own on this computer is in use: only there it can be installed. */
  offered: z.boolean(),
  /** Version of the library that this Turno was built for. */
  version: z.string(),
  /** How many packages it consists of, and how large they are unpacked. */
  packages: z.number().int(),
  bytes: z.number().int(),
  /** What is installed; `current`: exactly what this Turno was built for. */
  installed: z.object({ version: z.string(), current: z.boolean() }).nullable(),
  /** Packages that are there, while it is fetched. */
  fetching: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
  /** Why it was not installed the last time it was tried; `what`: the package, where one is to blame. */
  failure: z
    .object({ reason: z.enum(PAIRING_FAILURES), what: z.string(), status: z.number().int().nullable() })
    .nullable(),
  /** Where it is fetched; "" where nobody has said so yet. `fixed`: the administrator of this computer has. */
  registry: z.object({ address: z.string(), fixed: z.boolean() }),
})
export type PairingState = z.output<typeof pairingState>
