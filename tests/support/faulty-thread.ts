/** A connection's thread that does as it is asked, also what none should. Built by the tests that start it. */
import { serveThread } from '../../electron/server/desk/channel/worker/serve'

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
  /** Answers never. */
  wait(): Promise<never>
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

serveThread<FaultyDown, FaultyUp>((data, up) => ({
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
  wait: () => new Promise(() => {}),
  bytes: async size => new Uint8Array(size).fill(7),
  askUp: text => up.heard(text),
  close: async () => void (await up.heard('the end')),
}))
