/** A connection's thread that does as it is asked, also what none should. Built by the tests that start it. */
import { moving } from '../../electron/server/channel/worker/peer'
import { serveThread } from '../../electron/server/channel/worker/serve'

export interface FaultyDown {
  echo(text: string): Promise<string>
  /** Ends the thread in the middle of the call. */
  exit(): Promise<never>
  /** Throws where nobody catches it. */
  throwLoose(): Promise<never>
  refuse(): Promise<never>
  /** Never gives the thread back. */
  spin(): Promise<never>
  /** Takes memory until there is none. */
  fill(): Promise<never>
  /** Answers when its signal ends, with what it was called. */
  wait(): Promise<string>
  ended(): Promise<string[]>
  bytes(size: number): Promise<Uint8Array<ArrayBuffer>>
  /** Asks the server, and gives on what it says. */
  askUp(text: string): Promise<string>
}
export interface FaultyUp {
  heard(text: string): Promise<string>
}

export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
    this.name = 'Refused'
  }
}

const ended: string[] = []

serveThread<FaultyDown, FaultyUp>({
  open: (data, up) => ({
    echo: async text => `${String(data)} ${text}`,
    exit: () => process.exit(7),
    throwLoose: () =>
      new Promise(() => {
        setTimeout(() => {
          throw new Error('loose')
        })
      }),
    refuse: async () => {
      throw Object.assign(new Refused(131056, 'too many'), { socket: { on: () => {} }, retryAfterMs: 5_000 })
    },
    spin: () => {
      for (;;);
    },
    fill: () => {
      const all: unknown[] = []
      for (;;) all.push(Array.from({ length: 10_000 }, (_, i) => ({ i })))
    },
    wait: signal =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => {
          ended.push('ended')
          resolve('late')
        })
      }),
    ended: async () => ended,
    bytes: async size => {
      const bytes = new Uint8Array(size).fill(7)
      return moving(bytes, [bytes.buffer])
    },
    askUp: text => up.call('heard', [text]),
  }),
})
