/** A server process of its own, to be stopped in the middle of its life: says what its phones sent, and that it ended. */
import { setTimeout as delay } from 'node:timers/promises'
import { ChannelBusy, type OutgoingMessage } from '../../electron/server/desk/channel/channel'
import { handlers } from '../../electron/server/doors/routes'
import { silentLog } from '../../electron/server/log'
import { type StartOptions, startWorkspace } from '../../electron/server/start'
import { FakeChannel } from '../integration/server/fake-channel'

type Given = Pick<StartOptions, 'folder' | 'databaseUrl' | 'heartbeat'>
type Deps = Parameters<StartOptions['createChannel']>[0]

class Phones extends FakeChannel {
  constructor(private readonly deps: Deps) {
    super(deps.sink)
  }
  override async send(message: OutgoingMessage): Promise<void> {
    if (message.body.startsWith('lento')) {
      process.send?.({ sending: message.body })
      await delay(500)
      // As every channel does before a message leaves for good.
      if (this.deps.work.lost()) throw new ChannelBusy('conversation', 100, 'another process may work')
    }
    await super.send(message)
    process.send?.({ sent: message.body, id: message.messageId })
  }
}

const running = await startWorkspace({
  ...(JSON.parse(process.argv[2] ?? '{}') as Given),
  log: silentLog,
  handlers,
  graphUrl: 'http://127.0.0.1:9',
  createChannel: deps => new Phones(deps),
  onTaken: () => process.send?.({ taken: true }, () => process.exit(0)),
})
process.on('message', (companyId: number) =>
  process.send?.({ works: running.app.work.here(companyId), companyId }),
)
process.send?.({ begun: true })
