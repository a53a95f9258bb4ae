/** What customers write to numbers of the Cloud API during a run, and how Meta delivers it. Made of a seed; pure. */

/** Name of the file a script is given over in: it is longer than a command line may be. */
export const SCRIPT = 'script.json'

/** A customer's message. */
export interface Written {
  id: string
  phone: string
  from: string
  body: string
  /** Seconds since the epoch. */
  at: number
  /** Id of a file at the provider; null for words. */
  file: string | null
}

/** One delivery, and what else happens to it. */
export interface Bundle {
  key: string
  phone: string
  /** As they are delivered, which is not always the order they were written in. */
  messages: Written[]
  /** Somebody in between changes it first; its signature does not fit any longer. */
  forged: boolean
  /** It comes again right away. */
  twice: boolean
  /** It comes again later with other words under the same ids, and a signature that fits. */
  changedLater: boolean
}

export interface Conversation {
  phone: string
  from: string
}

export const conversationsOf = (phones: readonly string[], each: number): Conversation[] =>
  phones.flatMap((phone, at) =>
    Array.from({ length: each }, (_, i) => ({ phone, from: `55119${60_000_000 + at * 1_000 + i}` })),
  )

/** Every so many messages brings a file. */
const FILE_EVERY = 11
/** The oldest was written this long before, in seconds: Meta delivers with a delay of hours. */
const DELAY_S = 18 * 3_600

/**
 * Deliveries in streams that run side by side; all of a conversation are in one of them, in order but for what is mixed
 * up within a delivery.
 */
export function scriptOf(
  conversations: readonly Conversation[],
  messages: number,
  streams: number,
  random: () => number,
  nowS: number,
): Bundle[][] {
  const made: Bundle[][] = Array.from({ length: streams }, () => [])
  const counts = conversations.map(() => 0)
  const stepS = Math.max(1, Math.floor(DELAY_S / Math.ceil(messages / conversations.length)))
  for (let n = 0, key = 0; n < messages; key++) {
    const which = key < conversations.length ? key : Math.floor(random() * conversations.length)
    const conversation = conversations[which]
    const stream = made[which % streams]
    if (!conversation || !stream) throw new Error('no conversation')
    const size = key < conversations.length ? 1 : Math.min(messages - n, 1 + Math.floor(random() * 4))
    const written = Array.from({ length: size }, (): Written => {
      const i = counts[which] ?? 0
      counts[which] = i + 1
      n += 1
      const id = `wamid.in-${which}-${i}`
      // The first opens the conversation and its 24 hours.
      const at = i === 0 ? nowS - DELAY_S : nowS - DELAY_S + i * Math.min(stepS, 60)
      const file = i > 0 && n % FILE_EVERY === 0 ? `in-file-${which}-${i}` : null
      return { id, ...conversation, body: `${which}/${i}`, at, file }
    })
    stream.push({
      key: `b${key}`,
      phone: conversation.phone,
      messages: random() < 0.4 ? written.toReversed() : written,
      forged: random() < 0.1,
      twice: random() < 0.2,
      changedLater: random() < 0.15,
    })
  }
  return made
}
