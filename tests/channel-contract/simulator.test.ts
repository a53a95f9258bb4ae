/** The demo's simulator, at fifty times its speed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSimulator } from '../../electron/demo/simulator'
import { silentLog } from '../../electron/server/log'
import { channelContract, type Driver, KeepingSink } from './suite'
import { workspaceFile } from './workspace-file'

const SPEED = 50
const begun = Date.now()
const clock = {
  now: () => begun + (Date.now() - begun) * SPEED,
  after(ms: number, work: () => void) {
    const timer = setTimeout(work, ms / SPEED)
    return () => clearTimeout(timer)
  },
}

async function make(): Promise<Driver> {
  const file = await workspaceFile('demo')
  const sink = new KeepingSink()
  const life = () =>
    createSimulator(
      { db: file.db, sink, log: silentLog, folder: file.folder, customers: false },
      { clock, seed: 7, arrivalsEveryMs: 0 },
    )
  let simulator = life()
  let taken: string[] = []
  const look = async () => {
    taken = (await readFile(join(file.folder, 'simulator', 'taken'), 'utf8').catch(() => '')).split('\n')
  }
  return {
    get channel() {
      return {
        ...simulator,
        async send(message: Parameters<typeof simulator.send>[0]) {
          await simulator.send(message)
          await look()
        },
      }
    },
    sink,
    companyId: file.companyId,
    whatsappId: file.whatsappId,
    provider: 'demo',
    async bringUp() {
      const until = Date.now() + 20_000
      while (!simulator.isConnected(file.whatsappId) && Date.now() < until) {
        simulator.scan(file.whatsappId)
        await new Promise(done => setTimeout(done, 5))
      }
    },
    takenCount: id => taken.filter(line => line.startsWith(`${id} `)).length,
    async deliver() {},
    async nextLife() {
      await file.wasUp('5511999990000')
      simulator = life()
    },
    async close() {
      await simulator.stop()
      await file.remove()
    },
  }
}

channelContract('the simulator', make)
