/**
 * All that the server knows of the demo (electron/demo), and the one place that loads it: a company's own server never
 * does. The demo knows the server; the server knows the demo only through this.
 */
import type { Channel, ChannelSink } from './channel/channel'
import type { Db } from './db/client'
import type { Log } from './log'
import type { PaymentProvider } from './payments/provider'

export interface SimulatorOptions {
  db: Db
  sink: ChannelSink
  log: Log
  /** Folder of the workspace (TURNO_DATA). */
  folder: string
  /** false: no customer writes of its own accord (TURNO_TRAFFIC=0); acks and answers to checks still happen. */
  customers: boolean
}

export interface TrafficOptions {
  db: Db
  sink: ChannelSink
  log: Log
  /** Messages a second, at most 1,000. */
  perSecond: number
}

export interface Demo {
  /** Whether the writing of a demo into that data folder was cut short. */
  isUnfinished(folder: string): boolean
  /** Fills an empty workspace, or one whose writing was cut short, files included. @returns whether it wrote anything. */
  write(db: Db, folder: string): Promise<boolean>
  /** The way to customers that exist nowhere else. */
  createSimulator(options: SimulatorOptions): Channel
  /** A bank whose payers pay at once. @param centsOf what was asked for under a txid. */
  createBank(centsOf: (txid: string) => Promise<number>): PaymentProvider
  /** Answers as a model does over HTTP, by search alone. */
  simulatedModel: typeof fetch
  /** Adds that many tickets with 60 messages each. */
  fillScale(db: Db, tickets: number): Promise<{ tickets: number; messages: number }>
  /** Customers write at that pace until it is stopped, which waits for the batch under way. */
  startTraffic(options: TrafficOptions): Promise<{ stop(): Promise<void> }>
}

export const loadDemo = async (): Promise<Demo> => (await import('../demo')).demo
