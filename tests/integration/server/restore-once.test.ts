/** A copy that is wished for by a setting that stays is put in place once, and a day without a copy is no start. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import { openDb } from '../../../electron/server/platform/db/client'
import { companies } from '../../../electron/server/platform/db/schema'
import { copyOfToday, listCopies } from '../../../electron/server/platform/keeping/copies'
import { dropRepairNotice } from '../../../electron/server/platform/keeping/repair-notice'
import { ensureSound } from '../../../electron/server/platform/keeping/sound'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-restore-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

/** One life of a server that is asked to restore: which companies there are at its end. */
async function life(restore: string | null, name?: string): Promise<string[]> {
  await ensureSound(folder, silentLog, restore, true)
  dropRepairNotice(folder)
  const db = await openDb(folder)
  try {
    if (name) await db.platform.insert(companies).values({ name })
    return (await db.select().from(companies)).map(row => row.name)
  } finally {
    await db.close()
  }
}

it('refuses a day without a copy, on an empty folder and on a full one, and names the days there are', async () => {
  await expect(life('2026-01-01')).rejects.toThrow('no copy of 2026-01-01. Days there are copies of: none')
  await life(null, 'A')
  await copyOfToday(folder)
  const [copy] = listCopies(folder)
  await expect(life('2026-01-01')).rejects.toThrow(`Days there are copies of: ${copy?.day}`)
  expect(await life(null)).toEqual(['A'])
})

it('restores once though the setting stays, and again when it was taken away in between', async () => {
  await life(null, 'A')
  await copyOfToday(folder)
  const day = listCopies(folder)[0]?.day ?? ''
  await life(null, 'B')
  expect(await life(day, 'C')).toEqual(['A', 'C'])
  expect(await life(day)).toEqual(['A', 'C'])
  expect(await life(null)).toEqual(['A', 'C'])
  expect(await life(day)).toEqual(['A'])
})
