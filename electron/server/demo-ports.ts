/**
 * What the entry expects of ./channel/simulator and ./demo: written down here so that neither side guesses.
 * The simulator and the demo know the workspace; the workspace knows them only through these.
 */
import type { Channel, ChannelSink } from './channel/channel'
import type { Db } from './db/client'
import type { Log } from './log'

export interface SimulatorOptions {
  db: Db
  sink: ChannelSink
  log: Log
  /** Folder of the workspace (TURNO_DATA). */
  folder: string
  /** false: no customer writes of its own accord (TURNO_TRAFFIC=0); acks and answers to checks still happen. */
  customers: boolean
}
/** electron/server/channel/simulator.ts exports `createSimulator`. */
export type CreateSimulator = (options: SimulatorOptions) => Channel

/** electron/server/demo/seed.ts exports `seedDemo`: fills an empty database once, media files included. Says whether it did. */
export type SeedDemo = (db: Db, folder: string) => Promise<boolean>

/** electron/server/demo/scale.ts exports `fillScale`: adds `tickets` tickets with 60 messages each to the demo company. */
export type FillScale = (db: Db, tickets: number) => Promise<{ tickets: number; messages: number }>

/** electron/server/demo/traffic.ts exports `startTraffic`: customers write `perSecond` messages a second until stopped. */
export type StartTraffic = (options: { db: Db; sink: ChannelSink; log: Log; perSecond: number }) => {
  stop(): Promise<void>
}
