/** Tells the console that runs this workspace whether others need its computer awake. */
import { eq } from 'drizzle-orm'
import { every, type Job, NOTHING } from '../../every'
import { whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

const TICK_MS = 5_000

/** Whether colleagues on the network are let in, or a number is connected here. */
export async function isNeeded({
  db,
  localNetwork,
}: Pick<Workspace, 'db' | 'localNetwork'>): Promise<boolean> {
  if ((await localNetwork?.state())?.on) return true
  return (await db.$count(whatsapps, eq(whatsapps.status, 'CONNECTED'))) > 0
}

/** Calls back whenever the answer changes, until stopped. At first nobody needs this computer. */
export function startTellingNeed(app: Workspace, tell: (needed: boolean) => void): Job {
  let told = false
  return every(app, 'computer.need', TICK_MS, async () => {
    const needed = await isNeeded(app)
    if (needed === told) return NOTHING
    told = needed
    tell(needed)
  })
}
