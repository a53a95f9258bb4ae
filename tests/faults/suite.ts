/** What is run by `npm run test:faults`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresMissing } from '../support/postgres/programs'
import { type CampaignOptions, type Report, runCampaign } from './campaign'
import { cloudWay } from './cloud'
import { seeded } from './lib/random'
import { embeddedTarget, type Target, tinyTarget } from './lib/servers'
import { type NumbersReport, runNumbers } from './numbers'
import { type OutwardReport, runOutward } from './outward'
import { type ProcessesReport, runProcesses } from './processes'
import { webWay } from './web'

export interface Modules {
  outbox: string
  tiny: string
  /** Null leaves the embedded workspace out. */
  workspace: string | null
}

type Shape = Pick<CampaignOptions, 'sends' | 'fileEvery' | 'pauses'> & {
  target(dir: string, random: () => number): Target
}

/** Runs one campaign in a folder of its own. */
export async function run(modules: Modules, seed: number, shape: Shape): Promise<Report> {
  const dir = await mkdtemp(join(tmpdir(), 'turno-faults-'))
  const random = seeded(seed)
  try {
    return await runCampaign({
      ...shape,
      target: shape.target(dir, random),
      outbox: modules.outbox,
      dir,
      random,
    })
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Customers who are answered automatically, and a webhook, through twenty kills. @param share of them: 1 is all. */
export async function outward(module: string, seed: number, share: number): Promise<OutwardReport> {
  const dir = await mkdtemp(join(tmpdir(), 'turno-outward-'))
  try {
    return await runOutward({
      customers: Math.ceil(25 * share),
      kills: Math.ceil(20 * share),
      module,
      dir,
      random: seeded(seed),
    })
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** @param share of the bar's thousand sends: 1 is all. */
export function campaigns(modules: Modules, share: number): Map<string, Shape> {
  const tiny = (clientIds: boolean) => (dir: string, random: () => number) =>
    tinyTarget({ module: modules.tiny, dir, tickets: 12, fault: 0.08, clientIds, random })
  const shapes = new Map<string, Shape>()
  const { workspace } = modules
  if (workspace) {
    shapes.set('embedded workspace', {
      sends: Math.ceil(1_000 * share),
      fileEvery: 8,
      pauses: { least: 1_200, chance: 1_800 },
      target: dir => embeddedTarget({ module: workspace, dir, password: 'turno-demo' }),
    })
  }
  shapes.set('server with client ids', {
    sends: Math.ceil(1_000 * share),
    fileEvery: 8,
    pauses: { least: 150, chance: 450 },
    target: tiny(true),
  })
  shapes.set('server without client ids', {
    sends: Math.ceil(200 * share),
    fileEvery: 8,
    pauses: { least: 500, chance: 700 },
    target: tiny(false),
  })
  return shapes
}

/** A thousand messages out and a thousand in through numbers of a provider. @param share of them: 1 is all. */
export async function numbers(
  provider: 'cloud' | 'web',
  modules: { server: string; double: string; thread?: string },
  seed: number,
  share: number,
): Promise<NumbersReport> {
  const dir = await mkdtemp(join(tmpdir(), `turno-${provider}-`))
  const options = {
    sends: Math.ceil(1_000 * share),
    deliveries: Math.ceil(1_000 * share),
    modules,
    dir,
    random: seeded(seed),
  }
  try {
    return await (provider === 'cloud' ? runNumbers(cloudWay, options) : runNumbers(webWay, options))
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Three built servers on one database, and faults at random. @param program `index.js` of the built server. */
export async function processes(program: string, seed: number, faults: number): Promise<ProcessesReport> {
  const dir = await mkdtemp(join(tmpdir(), 'turno-processes-'))
  try {
    return await runProcesses({ faults, program, dir, random: seeded(seed) })
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Whether there is no PostgreSQL for several processes. */
export const processesMissing = postgresMissing
