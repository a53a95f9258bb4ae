/** Delivers what the grammar makes to numbers of a workspace, and looks where all of it ended up. */
import { isSamePhone } from '@contract'
import { and, eq, isNull, like } from 'drizzle-orm'
import fc from 'fast-check'
import { contacts, inbox, messages, tickets } from '../../electron/server/platform/db/schema'
import type { CloudNumber } from '../integration/server/cloud-number'
import { cloudDeliveries, type SaidWords } from './cloud-deliveries'
import { PHONE } from './graph-double'

const CUSTOMERS = ['5511955557001', '551199557002', '553188887003', '4915112345678', '14155550123']
const SECOND = '106540352242999'
/** Longest time all of it may take to be stored, milliseconds. */
const STORED_MS = 120_000

/** @returns what went wrong, in words; empty when nothing did. */
export async function deliverAll(n: CloudNumber, runs: number, seed: number): Promise<string[]> {
  const second = await n.add(SECOND)
  const connections = new Map([
    [PHONE, n.whatsappId],
    [SECOND, second.whatsappId],
  ])
  let marks = 0
  // Ends with a letter: no mark is the beginning of another.
  const serial = (): string => `marca-${seed}-${++marks}-x`
  const made = fc.sample(cloudDeliveries({ phones: [...connections.keys()], customers: CUSTOMERS }, serial), {
    numRuns: runs,
    seed,
  })
  const faults: string[] = []
  const said: SaidWords[] = []
  for (const { body, said: words } of made) {
    const status = await n.graph.deliver(n.hook, body)
    if (status !== 200) faults.push(`${status} to ${JSON.stringify(body).slice(0, 500)}`)
    // Meta delivers twice when it is in doubt.
    if (said.length % 3 === 0) await n.graph.deliver(n.hook, body)
    said.push(...words)
  }
  const { db } = n.h
  const until = Date.now() + STORED_MS
  while ((await db.$count(inbox, isNull(inbox.doneAt))) > 0 && Date.now() < until)
    await new Promise(resolve => setTimeout(resolve, 50))
  const stored = await db
    .select({
      body: messages.body,
      author: contacts.number,
      whatsappId: tickets.whatsappId,
      ticket: tickets.id,
      isGroup: tickets.isGroup,
    })
    .from(messages)
    .innerJoin(contacts, eq(contacts.id, messages.contactId))
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(and(eq(messages.companyId, n.h.one.id), like(messages.body, `%marca-${seed}-%`)))
  for (const one of said) {
    const rows = stored.filter(row => row.body.includes(one.mark))
    const [row] = rows
    if (!row || rows.length > 1) faults.push(`${one.mark} is stored ${rows.length} times`)
    else if (!isSamePhone(row.author, one.from)) faults.push(`${one.mark} of ${one.from} is ${row.author}'s`)
    else if (row.whatsappId !== connections.get(one.phone)) faults.push(`${one.mark} is another number's`)
    else if (row.isGroup !== (one.group !== null)) faults.push(`${one.mark} is in the wrong kind of thread`)
  }
  return faults
}
