/**
 * Lets colleagues of this network in (docs/local-network.md): off until somebody switches it on, and it stays as it was over
 * starts. Consoles know the computer by its key and show one of their own with every call, so that nobody else in the network
 * can as much as try a password.
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
  /** What consoles of colleagues show with every call; the same as long as the workspace's key file is. */
  readonly key: string
  /** Whether a request came in from the network and passed there. */
  letIn(request: IncomingMessage): boolean
  /** Hands what passes to a server from now on; listens where it did before. */
  follow(http: Server): Promise<void>
  state(): Promise<{ on: boolean; places: string[]; fingerprint: string }>
  /** @throws Error when nothing can be listened on. */
  open(): Promise<void>
  /** Listens no more; connections end a moment later, so that whoever asked for it gets the answer. */
  close(): Promise<void>
  /** Tells the consoles that came in from the network why there will be no answer. */
  say(state: ComputerState): void
  /** Where consoles may look for this computer: its names first, which follow its address. */
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

/** A computer's name as it is asked for in its network: by the router's DNS, and by mDNS, which systems answer by themselves. */
function names(): string[] {
  const [name = ''] = hostname().toLowerCase().split('.')
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(name) && name !== 'localhost' ? [`${name}.local`, name] : []
}

/**
 * @param deps.port where it listens the first time. @param deps.addresses of this computer in its networks; asked of the system
 *   unless given (tests).
 * @param deps.say says something to the sockets that came by some requests.
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
    // Where the key file is another one the computer is another one, too.
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
  /** Connections are ended once what is said has left. */
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
      // The company itself is there whatever its network is like.
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
