/** A server process of its own, to be stopped in the middle of its life: says what its phones sent, and that it ended. */
import type { OutgoingMessage } from '../../../electron/server/channel/channel'
import { silentLog } from '../../../electron/server/log'
import { handlers } from '../../../electron/server/routes'
import { type StartOptions, startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'

type Given = Pick<StartOptions, 'folder' | 'databaseUrl' | 'redisUrl' | 'workPulse'>

class Phones extends FakeChannel {
  override async send(message: OutgoingMessage): Promise<void> {
    await super.send(message)
    process.send?.({ sent: message.body, id: message.messageId })
  }
}

const running = await startWorkspace({
  ...(JSON.parse(process.argv[2] ?? '{}') as Given),
  log: silentLog,
  handlers,
  graphUrl: 'http://127.0.0.1:9',
  createChannel: deps => new Phones(deps.sink),
  onTaken: () => process.send?.({ taken: true }, () => process.exit(0)),
})
process.on('message', () => process.send?.({ works: running.app.work.here() }))
process.send?.({ works: running.app.work.here() })
