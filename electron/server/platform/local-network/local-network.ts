/**
 * Lets colleagues on this network in (docs/local-network.md). It is off until somebody switches it on, and keeps its
 * state over restarts. Consoles recognise the computer by its key and send a key of their own with every call, so that
 * nobody else on the network can even try a password.
 */
import type { IncomingMessage, Server } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { COMPUTER_EVENT, type ComputerState } from '@contract'
import { type Log, reasonOf } from '../../log'
import { keyFor, sealText, unsealText } from '../auth/seal'
import type { SessionKeys } from '../auth/tokens'
import type { Db } from '../db/client'
import { localNetwork } from '../db/schema'
import type { Callers } from '../http/callers'
import { type Identity, identityOf, newPrivateKey } from './identity'
import { isNear, type Listener, listenInNetwork } from './listener'

const SEALED = 'key of this computer in its network'

export interface LocalNetwork {
  /** What colleagues' consoles show with every call; it stays the same with the workspace's key file. */
  readonly key: string
  /** Whether a request came from the network and was accepted there. */
  letIn(request: IncomingMessage): boolean
  /** Hands accepted requests to a server from now on; listens if it did before. */
  follow(http: Server): Promise<void>
  state(): Promise<{ on: boolean; places: string[]; fingerprint: string }>
  /** @throws Error when nothing can be listened on. */
  open(): Promise<void>
  /** Stops listening. Connections end a moment later, so that whoever asked gets the answer. */
  close(): Promise<void>
  /** Tells consoles on the network why there will be no answer. */
  say(state: ComputerState): void
  /** Where consoles may find this computer: its names first, because they follow its address. */
  places(): string[]
  /** The server ends: colleagues are told, and their connections closed. */
  end(): Promise<void>
}

/** Addresses of this computer in private networks. */
const addressesNow = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap(all => all ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isNear(address))
    .map(({ address }) => address)

/** A computer's names on its network: in the router's DNS, and in mDNS, which systems answer by themselves. */
function names(): string[] {
  const [name = ''] = hostname().toLowerCase().split('.')
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name) && name !== 'localhost' ? [`${name}.local`, name] : []
}

/**
 * @param deps.port where it listens the first time.
 * @param deps.addresses of this computer in its networks; from the system unless given (tests).
 * @param deps.say sends something to the sockets of some requests.
 */
export function createLocalNetwork(deps: {
  db: Db
  keys: SessionKeys
  log: Log
  callers: Callers
  port: number
  addresses?: () => string[]
  say(event: string, payload: object, to: (request: IncomingMessage) => boolean): void
}): LocalNetwork {
  const { db, keys, log, addresses = addressesNow } = deps
  const key = keyFor(keys, 'consoles of colleagues').toString('base64url')
  const inside = new WeakSet<IncomingMessage>()
  let http: Server | null = null
  let listener: Listener | null = null
  /** One change at a time. */
  let changing: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = changing.then(work)
    changing = mine.catch(() => undefined)
    return mine
  }

  const kept = async () => (await db.select().from(localNetwork))[0] ?? null
  const identity = (row: { privateKey: string } | null): Identity | null => {
    const privateKey = row && unsealText(keys, SEALED, row.privateKey)
    return privateKey ? identityOf(privateKey) : null
  }
  const at = (hosts: readonly string[]): string[] =>
    listener ? hosts.map(host => `${host}:${listener?.port}`) : []

  const open = async (): Promise<void> => {
    if (listener || !http) return
    const row = await kept()
    // With another key file it counts as another computer.
    const mine = identity(row) ?? identityOf(newPrivateKey())
    listener = await listenInNetwork({
      ...{ http, identity: mine, key, callers: deps.callers, port: row?.port || deps.port },
      letIn: request => void inside.add(request),
    })
    const values = {
      isOn: true,
      privateKey: sealText(keys, SEALED, mine.privateKey),
      port: listener.port,
    }
    await db.platform.write(async tx => {
      await tx
        .insert(localNetwork)
        .values({ id: 1, ...values })
        .onConflictDoUpdate({ target: localNetwork.id, set: values })
    })
    log.info('colleagues of this network are let in', { port: listener.port })
  }
  const letIn = (request: IncomingMessage): boolean => inside.has(request)
  const say = (state: ComputerState): void => deps.say(COMPUTER_EVENT, { state }, letIn)
  /** Connections end once their pending data has left. */
  let ended: Promise<void> = Promise.resolve()
  const endListening = (why: ComputerState): void => {
    say(why)
    ended = listener?.close() ?? ended
    listener = null
  }

  return {
    key,
    letIn,
    say,
    async follow(server) {
      http = server
      if (!(await kept())?.isOn) return
      // The company itself works whatever its network is like.
      await inTurn(open).catch(error =>
        log.error('the network is not listened on', { reason: reasonOf(error) }),
      )
    },
    async state() {
      return {
        on: listener !== null,
        places: at(addresses()),
        fingerprint: identity(await kept())?.fingerprint ?? '',
      }
    },
    open: () => inTurn(open),
    close: () =>
      inTurn(async () => {
        if (!listener) return
        await db.platform.write(async tx => {
          await tx.update(localNetwork).set({ isOn: false })
        })
        endListening('off')
        log.info('colleagues of this network are let in no more')
      }),
    places: () => at([...names(), ...addresses()]),
    end: () =>
      inTurn(async () => {
        endListening('closed')
        await ended
      }),
  }
}
