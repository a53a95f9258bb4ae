/** Words and files of the demo's tickets, before they are rows. */
import type { PressedMenu } from '@contract'
import type { Random } from '../simulator/random'
import { newCase } from '../simulator/talk/cases'
import type { Beat } from './beats'
import { COMPANY } from './company'
import { converse, type Draft, storyOf } from './conversation'
import type { FileFacts, FileShop } from './files'
import { type PlannedContact, type PlannedTicket, planContacts, planTickets } from './plan'
import { paceOf } from './rhythm'
import type { SeededCompany } from './seed-company'
import { BOT_LINES, GROUP_LINES } from './stories-more'

const DAY = 86_400_000
/** Share of closed conversations in which the customer came back the next day. */
const BACK_SHARE = 0.25
/** Share of closed questions about opening hours that the chatbot answers to the end, and how long it takes beside people. */
const BOT_SHARE = 0.7
const BOT_PACE = 0.01

export interface WrittenTicket {
  /** Row id, given beforehand. */
  id: number
  plan: PlannedTicket
  drafts: {
    draft: Draft
    facts: FileFacts
    contactId: number | null
    /** Written by the system itself: nobody of the company did. */
    automatic?: true
    /** In Portuguese, before it was translated. */
    written?: string
    /** Its buttons. */
    menu?: PressedMenu
  }[]
  /** It came by the number of the Cloud API. */
  byCloud?: boolean
  userId: number | null
  /** How long whoever serves it takes to answer: 1 is usual. */
  pace: number
  /** Whoever served it, also when it is closed or waits again. */
  servedBy: number | null
}

function cutFor(random: Random, plan: PlannedTicket, beats: readonly Beat[]): Beat[] {
  if (plan.status === 'closed') return [...beats]
  const firstAnswer = beats.findIndex(beat => beat.by === 'a')
  if (plan.status === 'pending') return beats.slice(0, Math.max(1, firstAnswer))
  return beats.slice(0, random.int(firstAnswer + 1, Math.max(firstAnswer + 1, beats.length - 2)))
}

/** Words and files of every ticket; touches the disk, not the database. */
export async function writeTickets(
  random: Random,
  company: SeededCompany,
  files: FileShop,
  now: number,
): Promise<{ people: PlannedContact[]; tickets: WrittenTicket[] }> {
  const people = planContacts(random.fork('contacts'))
  const plans = planTickets(random.fork('tickets'), people, now)
  const out: WrittenTicket[] = []
  for (const [i, plan] of plans.entries()) {
    const chance = random.fork(`ticket ${i}`)
    const isGroup = people[plan.contact]?.isGroup ?? false
    const staff = company.users.filter(
      u => u.email !== 'super@demo.turno' && (!plan.queue || u.queues.includes(plan.queue)),
    )
    // Supervisors and admins step in now and then; agents do the daily work.
    const agents = staff.filter(u => u.email.startsWith('ana') || u.email.startsWith('bruno'))
    const agent = chance.pick(agents.length > 0 && chance.chance(0.85) ? agents : staff)
    const byBot =
      plan.status === 'closed' && plan.concern.topic === 'hours' && random.fork(`bot ${i}`).chance(BOT_SHARE)
    const beats = isGroup ? [...GROUP_LINES] : cutFor(chance, plan, storyOf(chance, plan.concern))
    if (byBot)
      beats.splice(
        beats.findIndex(beat => beat.by === 'a'),
        beats.length,
        ...BOT_LINES,
      )
    if (plan.status === 'closed' && !byBot && chance.chance(BACK_SHARE)) {
      beats.push(
        ...storyOf(chance, newCase(chance, plan.concern.topic, plan.concern.person), chance.int(16, 28)),
      )
    }
    const setting = {
      concern: plan.concern,
      agent: agent.name,
      company: COMPANY.name,
      queue: plan.queue ?? 'atendimento',
      signed: chance.chance(0.8) && !byBot,
      pace: byBot ? BOT_PACE : paceOf(agent.email, now, Math.floor(plan.endedAgo / DAY)),
    }
    const drafts = converse(chance, beats, setting, now - plan.endedAgo)
    const written: WrittenTicket['drafts'] = []
    for (const draft of drafts) {
      const facts: FileFacts = draft.attachment
        ? await files.attach(draft.attachment, plan.concern, draft.at)
        : { mediaType: draft.fromMe ? 'extendedTextMessage' : 'conversation' }
      const member = isGroup ? chance.int(30, 60) : plan.contact
      const automatic = byBot && draft.fromMe ? { automatic: true as const } : {}
      written.push({ draft, facts, contactId: draft.fromMe ? null : member + 1, ...automatic })
    }
    const answered = !byBot && drafts.some(d => d.fromMe)
    out.push({
      id: i + 1,
      plan,
      drafts: written,
      userId: plan.status === 'pending' || byBot ? null : agent.id,
      pace: setting.pace,
      servedBy: answered ? agent.id : null,
    })
  }
  return { people, tickets: out }
}
