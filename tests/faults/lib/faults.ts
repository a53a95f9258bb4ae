/** What may befall the processes of a workspace and their database, at random, several at a time. */
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../../support/postgres/cluster'
import type { BuiltServers } from './built-servers'
import type { Proxy as Line } from './proxy'

const KINDS = ['kill', 'freeze', 'cut', 'crash'] as const
type Kind = (typeof KINDS)[number]

/** How often each befell them, and how often the one that works for the company. */
export type Faults = Record<Kind, number> & { ofWorking: number; frozenSeconds: number; for60s: number }

/** Between the beginnings of two, milliseconds: at least, and by chance up to this much more. */
const PAUSE = { least: 500, chance: 2_000 }
/** Processes that something befalls at once. */
const AT_ONCE = 2
/** How long one stands still, milliseconds: at least, at the most, and what every tenth does. */
const FROZEN = { least: 5_000, most: 40_000, tenth: 60_000 }
/** How long a line is cut, and a process that was killed away, milliseconds. */
const CUT = { least: 1_000, chance: 11_000 }
const AWAY_MS = 1_500
/** How long after its end one may still be felt, milliseconds. */
const FELT_MS = 1_000

/** TURNO_FAULTS_LOG: a file for what happens. */
const log = (line: string): void => {
  const file = process.env.TURNO_FAULTS_LOG
  if (file) appendFileSync(file, `${new Date().toISOString()} ${line}\n`)
}

export interface FaultsOn {
  servers: BuiltServers
  postgres: Cluster
  /** Of each server to the database. */
  lines: readonly Line[]
  /** A process serves again. */
  back(place: number): Promise<void>
}

/** Lets so many happen. @returns when all are over. */
export async function startFaults(
  { servers, postgres, lines, back }: FaultsOn,
  howMany: number,
  random: () => number,
): Promise<{ counts: Faults; isCalm(from: number, to: number): boolean }> {
  const counts: Faults = { kill: 0, freeze: 0, cut: 0, crash: 0, ofWorking: 0, frozenSeconds: 0, for60s: 0 }
  const troubles: { from: number; to: number }[] = []
  const busy = new Set<number>()
  const open = new Set<Promise<void>>()
  let crashing = false
  const begin = (what: string, work: () => Promise<void>): void => {
    log(`${what} begins`)
    const trouble = { from: performance.now(), to: Number.POSITIVE_INFINITY }
    troubles.push(trouble)
    const one = work().finally(() => {
      trouble.to = performance.now() + FELT_MS
      open.delete(one)
      log(`${what} is over`)
    })
    open.add(one)
  }
  const place = async (): Promise<number> => {
    while (busy.size >= AT_ONCE) await Promise.race(open)
    const free = [...lines.keys()].filter(one => !busy.has(one))
    const chosen = free[Math.floor(random() * free.length)] ?? 0
    busy.add(chosen)
    return chosen
  }
  const kill = async (at: number): Promise<void> => {
    if (await servers.kill(at)) counts.ofWorking += 1
    await delay(random() * AWAY_MS)
    await servers.begin(at)
  }
  const freeze = async (at: number): Promise<void> => {
    const tenth = counts.freeze % 10 === 1
    const ms = tenth ? FROZEN.tenth : FROZEN.least + random() ** 2 * (FROZEN.most - FROZEN.least)
    counts.frozenSeconds += ms / 1_000
    if (tenth) counts.for60s += 1
    if (servers.freeze(at, true)) counts.ofWorking += 1
    await delay(ms)
    servers.freeze(at, false)
  }
  const cut = async (at: number): Promise<void> => {
    lines[at]?.be(random() < 0.5 ? 'silent' : 'refused')
    await delay(CUT.least + random() * CUT.chance)
    lines[at]?.be('open')
  }
  for (let n = 0; n < howMany; n++) {
    await delay(PAUSE.least + random() * PAUSE.chance)
    const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'kill'
    counts[kind] += 1
    if (kind === 'crash') {
      while (crashing) await Promise.race(open)
      crashing = true
      begin('crash', () =>
        postgres.crash().finally(() => {
          crashing = false
        }),
      )
      continue
    }
    const at = await place()
    begin(`${kind} ${at}`, async () => {
      try {
        await { kill, freeze, cut }[kind](at)
        await back(at)
      } finally {
        busy.delete(at)
      }
    })
  }
  await Promise.all(open)
  return {
    counts,
    isCalm: (from, to) => troubles.every(trouble => to < trouble.from || from > trouble.to),
  }
}
