/** Two conversations in other languages among those of the first agent, and what their words mean: the demo's model knows no language. */
import { ACK } from '@contract'
import type { Person } from '../simulator/people'
import { SPEAKERS, type Words } from '../simulator/talk/foreign'
import foreign from './foreign.json' with { type: 'json' }
import type { PlannedContact } from './plan'
import type { SeededCompany } from './seed-company'
import type { WrittenTicket } from './seed-words'

type DialogueLine = readonly [by: 'c' | 'a', words: Words]

interface Foreign {
  language: 'en' | 'es'
  customer: Pick<Person, 'name' | 'first' | 'number' | 'city'>
  said: readonly DialogueLine[]
}

export const FOREIGN = foreign as unknown as readonly Foreign[]

const KNOWN = new Map<string, Readonly<Record<string, string>>>([
  ...FOREIGN.flatMap(({ language, said }) => said.map(([, words]) => [words[language], words] as const)),
  ...Object.values(SPEAKERS).flatMap(({ language, answers }) =>
    answers.map(words => [words[language], words] as const),
  ),
])

/** What a sentence of these conversations is in another language; null for every other sentence. */
export const meaningOf = (text: string, language: string): string | null =>
  KNOWN.get(text)?.[language] ?? null

const APART_MS = 90_000

/**
 * Gives the words of two open conversations of the first agent to customers from elsewhere.
 * Where there are fewer, fewer are in other languages.
 */
export function addForeign(
  company: SeededCompany,
  { people, tickets }: { people: PlannedContact[]; tickets: WrittenTicket[] },
): void {
  const agent = company.users.find(({ email }) => email === 'ana@demo.turno')
  /** Whose words fit worse: with files, or of somebody who has written at another time as well. */
  const fits = ({ plan, drafts }: WrittenTicket): boolean =>
    drafts.every(({ facts }) => !facts.mediaName) &&
    tickets.every(other => other.plan === plan || other.plan.contact !== plan.contact)
  const own = tickets
    .filter(
      ({ plan, userId, drafts }) =>
        plan.status === 'open' && userId === agent?.id && !people[plan.contact]?.isGroup && drafts.length > 0,
    )
    .sort((one, other) => one.plan.endedAgo - other.plan.endedAgo)
  // The newest one stays as it is. How many of them there are depends on the hour at which a demo begins.
  const chosen = own.slice(1).sort((one, other) => Number(fits(other)) - Number(fits(one)))
  for (const [at, { customer, language, said }] of FOREIGN.entries()) {
    const ticket = chosen[at]
    const known = ticket && people[ticket.plan.contact]
    const last = ticket?.drafts.at(-1)?.draft
    if (!ticket || !known || !last) continue
    const { contact } = ticket.plan
    people[contact] = { ...known, person: { ...known.person, ...customer, email: '' } }
    ticket.drafts = said.map(([by, words], i) => {
      const fromMe = by === 'a'
      return {
        draft: {
          ...last,
          id: `DEMO-FOREIGN-${language}-${i + 1}`,
          at: last.at - (said.length - 1 - i) * APART_MS,
          fromMe,
          body: words[language],
          attachment: null,
          quotedMsgId: null,
          ack: fromMe ? ACK.read : ACK.pending,
          isDeleted: false,
          isEdited: false,
          isForwarded: false,
          reaction: null,
        },
        facts: { mediaType: fromMe ? 'extendedTextMessage' : 'conversation' },
        contactId: fromMe ? null : contact + 1,
        ...(fromMe ? { written: words.pt } : {}),
      }
    })
  }
}
