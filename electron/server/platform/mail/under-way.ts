/** What mails do that no answer waits for, and how often forgotten passwords may be asked about. */
import { upTo } from '../../../time-limit'
import { type Log, reasonOf } from '../../log'
import type { Attempts, NamedAttempts } from '../auth/attempts'

/** How long a code may be used, and how many wrong ones are taken before it is void. */
export const CODE_MINUTES = 15
export const MOST_WRONG = 5
const WINDOW_MS = CODE_MINUTES * 60_000

/** How long after an answer the work begins that only some answers have, milliseconds: at least, and by chance up to this more. */
export interface MailPause {
  least: number
  chance: number
}
export const MAIL_PAUSE: MailPause = { least: 100, chance: 400 }

/** Wrong tries at the code of an account, also those that are not yet in the database. */
interface Tries {
  codeHash: string
  count: number
}

export interface ResetLimits {
  /** Mails to one account, and mails asked for from one address of the network. */
  mails: Attempts
  mailsFrom: Attempts
  /** Codes tried for one account, and from one address of the network. */
  codes: Attempts
  codesFrom: Attempts
  tries: Map<number, Tries>
  /** Wrong tries at one code, counted by all processes. */
  wrong: Attempts
}

export function resetLimits(named: NamedAttempts): ResetLimits {
  const counter = (name: string, attempts: number): Attempts => named(name, { attempts, windowMs: WINDOW_MS })
  // Everybody of an office comes from one address.
  return {
    mails: counter('mails', 3),
    mailsFrom: counter('mails from', 30),
    codes: counter('codes', 15),
    codesFrom: counter('codes from', 60),
    tries: new Map(),
    wrong: counter('wrong codes', MOST_WRONG),
  }
}

/** How long mails are waited for at the end, milliseconds: whoever asked for a code asks again. */
const LAST_MAILS_MS = 1_000

/** Mails, and what has to do with them, that no answer waits for. */
export interface MailsUnderWay {
  /** Does something beside; what goes wrong is logged. */
  begin(what: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way. */
  settled(): Promise<unknown>
  /** Waits a moment for what is under way. */
  end(): Promise<unknown>
}

export function mailsUnderWay(log: Log): MailsUnderWay {
  const all = new Set<Promise<void>>()
  const settled = (): Promise<unknown> => Promise.all(all)
  return {
    begin(what, work) {
      const one: Promise<void> = work()
        .catch((error: unknown) => log.warn(`${what} failed`, { reason: reasonOf(error) }))
        .finally(() => all.delete(one))
      all.add(one)
    },
    settled,
    end: () => upTo(LAST_MAILS_MS, settled()),
  }
}
