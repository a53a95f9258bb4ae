/** WhatsApp Web, on a double at the library's socket. */

import { createWebChannel } from '../../electron/server/desk/channel/web'
import { silentLog } from '../../electron/server/log'
import { loadKeys } from '../../electron/server/platform/auth/tokens'
import { hostHere } from '../support/web-host'
import { PHONE, WhatsAppWebDouble } from '../support/whatsapp-web-double'
import { channelContract, type Driver, KeepingSink } from './suite'
import { workspaceFile } from './workspace-file'

async function make(): Promise<Driver> {
  const file = await workspaceFile('web')
  const phone = new WhatsAppWebDouble()
  const sink = new KeepingSink()
  const keys = loadKeys(file.folder)
  const life = () =>
    createWebChannel({
      ...{ db: file.db, keys, sink, log: silentLog, host: hostHere(phone.library) },
      tuning: { perSecond: 1_000 },
    })
  let channel = life()
  return {
    get channel() {
      return channel
    },
    sink,
    companyId: file.companyId,
    whatsappId: file.whatsappId,
    provider: 'web',
    async bringUp() {
      const until = Date.now() + 10_000
      while (phone.codes === 0 && Date.now() < until) await new Promise(done => setTimeout(done, 5))
      phone.pair()
    },
    takenCount: id => phone.taken.filter(one => one.id === id).length,
    async deliver(id) {
      // As WhatsApp does now and then: twice, and the later word first.
      for (const status of [3, 2, 4, 4]) phone.receipt(id, status)
    },
    async nextLife() {
      await file.wasUp(PHONE)
      channel = life()
    },
    async close() {
      await channel.stop()
      await file.remove()
    },
  }
}

channelContract('WhatsApp Web', make)
