/** Partners of one company that do everything wrong, beside a neighbour who works on. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bundle } from '../faults/lib/bundle.mjs'
import { startHarness } from '../integration/server/harness'
import { OUTSIDE_CALLS, readyForOutside } from '../support/outside-calls'
import type { PartnerState } from './partners-process'

export interface Outcome {
  requests: number
  faults: string[]
}

/** Longest call to a partner: the limit of a model's answer, and what a busy machine needs. */
const CALL_MS = 150_000
/** Of each call this many are under way at once, and so many messages of a neighbour are sent meanwhile. */
const CALLS_AT_ONCE = 20
const MESSAGES = 80
/** How much longer the neighbour's may take (95th percentile), and how often one looks: the machine itself may stall. */
const SLOWER = 1.5
const LOOKS = 3

const until = async (isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  for (const end = performance.now() + ms; !(await isSo()); await delay(50))
    if (performance.now() > end) return false
  return true
}

/** Kind by kind of the calls outside, with a partner of every manner: a neighbour's messages are as quick as without. */
export async function neighbours(outcome: Outcome, say: (line: string) => void): Promise<void> {
  const child = fork(await bundle('tests/hostile/partners-process.ts', 'hostile-partners'))
  const partner = await new Promise<PartnerState>(resolve =>
    child.once('message', state => resolve(state as PartnerState)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'turno-outside-'))
  const h = await startHarness({ graphUrl: partner.url })
  const under = new Map<Promise<unknown>, string>()
  try {
    const outside = { h, partner, folder, silentMs: 60_000 }
    await readyForOutside(outside)
    const ticket = await h.newTicket(h.two, { status: 'open', userId: h.two.ana.id })
    const sends = async (): Promise<number> => {
      const times: number[] = []
      for (let i = 0; i < MESSAGES; i++) {
        const began = performance.now()
        const params = { ticketId: ticket.id }
        const { status } = await h.call(h.two.ana, 'messages.send', { params, body: { body: `n ${i}` } })
        outcome.requests += 1
        if (status !== 200) outcome.faults.push(`a neighbour's message was answered ${status}`)
        times.push(performance.now() - began)
      }
      return times.toSorted((a, b) => a - b)[Math.floor(MESSAGES * 0.95)] ?? 0
    }
    await sends()
    let worst = { name: '', slower: 0 }
    for (const [name, { call, isEverybodys }] of Object.entries(OUTSIDE_CALLS)) {
      if (isEverybodys) continue
      let slower = Number.POSITIVE_INFINITY
      for (let look = 0; look < LOOKS && slower > SLOWER; look++) {
        const alone = await sends()
        for (let i = 0; i < CALLS_AT_ONCE; i++) {
          const ending = call(outside).catch(() => undefined)
          under.set(ending, name)
          void ending.finally(() => under.delete(ending))
        }
        slower = Math.min(slower, (await sends()) / alone)
      }
      if (slower > worst.slower) worst = { name, slower }
      if (slower > SLOWER)
        outcome.faults.push(`${name}: a neighbour's messages take ${slower.toFixed(2)} times as long`)
    }
    say(`  neighbours: at most ${worst.slower.toFixed(2)} times as long (${worst.name})`)
    if (!(await until(() => under.size === 0, CALL_MS)))
      for (const name of new Set(under.values()))
        outcome.faults.push(`${name}: calls outside do not end within ${CALL_MS} ms`)
  } finally {
    await h.close()
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}
