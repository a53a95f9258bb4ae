/** Numbers of the Cloud API come up at a start: those that hang hold up no others. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCloudChannel } from '../../../electron/server/desk/channel/cloud'
import { saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import { silentLog } from '../../../electron/server/log'
import { loadKeys } from '../../../electron/server/platform/auth/tokens'
import { whatsapps } from '../../../electron/server/platform/db/schema'
import { KeepingSink } from '../../channel-contract/suite'
import { workspaceFile } from '../../channel-contract/workspace-file'
import { GraphDouble, SECRET, TOKEN } from '../../support/graph-double'

let file: Awaited<ReturnType<typeof workspaceFile>>
let graph: GraphDouble
beforeAll(async () => {
  file = await workspaceFile('cloud')
  graph = await new GraphDouble().start()
})
afterAll(async () => {
  await graph.stop()
  await file.remove()
})

it('forty of which Meta says nothing hold up the last one for two seconds, not for as long as they are asked', async () => {
  const keys = loadKeys(file.folder)
  const { companyId } = file
  await file.db.platform.delete(whatsapps).where(eq(whatsapps.id, file.whatsappId))
  const ids: number[] = []
  for (let i = 0; i <= 40; i++) {
    const values = { companyId, name: `Linha ${i}`, provider: 'cloud', status: 'CONNECTED' } as const
    const [row] = await file.db.platform.insert(whatsapps).values(values).returning()
    const phoneNumberId = i === 40 ? '777' : `999${i}`
    await saveAccount(
      file.db,
      keys,
      { companyId, whatsappId: row?.id ?? 0 },
      { phoneNumberId, accessToken: TOKEN, appSecret: SECRET },
    )
    graph.phones.add(phoneNumberId)
    ids.push(row?.id ?? 0)
  }
  graph.bad = { calls: /\/999\d+$/, manner: 'silent' }
  const sink = new KeepingSink()
  const channel = createCloudChannel({
    ...{ db: file.db, keys, sink, log: silentLog, graphUrl: graph.url },
    tuning: { callMs: 60_000 },
  })
  await channel.start()
  const said = () => sink.statuses.map(({ whatsappId, status }) => ({ whatsappId, status }))
  const last = { whatsappId: ids.at(-1), status: 'CONNECTED' }
  await expect.poll(said).toEqual([last])
  await channel.stop()
})
