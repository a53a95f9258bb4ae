/**
 * The channel when several processes hold connections: a call goes to the connection here or to the process that has
 * it, with the same answers and errors.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Channel, ChannelBusy, ChannelError, type StatusUpdate } from '../../desk/channel/channel'
import { NoOwner, type WorkOwnership } from '../../platform/db/work-ownership'

type Code = ConstructorParameters<typeof ChannelError>[0]

/**
 * Calls that may be sent to another process. Messages are not among them: they leave from the outbox of the process
 * that holds the connection.
 */
const CALLS = [
  'connect',
  'newQr',
  'pairByCode',
  'restart',
  'disconnect',
  'edit',
  'revoke',
  'react',
  'controlThread',
  'markRead',
  'showTyping',
  'checkNumber',
  'phoneContacts',
] as const
type Call = (typeof CALLS)[number]
type ArgsOf<C extends Call> = Parameters<NonNullable<Channel[C]>>
type AnswerOf<C extends Call> = Awaited<ReturnType<NonNullable<Channel[C]>>>
const isCall = (name: string): name is Call => (CALLS as readonly string[]).includes(name)

/** Calls that need the connection up: they wait for one that is coming up. */
const NEEDS_IT_UP: ReadonlySet<Call> = new Set([
  'edit',
  'revoke',
  'react',
  'controlThread',
  'markRead',
  'showTyping',
  'checkNumber',
  'phoneContacts',
])

/** The error when no process answers; the same as when a connection breaks off. */
const LOST: Readonly<Partial<Record<Call, Code>>> = {
  edit: 'ERR_FETCH_WAPP_MSG',
  revoke: 'ERR_DELETE_WAPP_MSG',
  react: 'ERR_SENDING_WAPP_REACTION',
  controlThread: 'ERR_WAPP_HANDOVER',
  checkNumber: 'ERR_WAPP_CHECK_CONTACT',
}

/** How long an answer of another process is waited for, milliseconds: a number may answer slowly. */
const CALL_MS = 30_000
/** For calls nobody waits for. */
const ASIDE_MS = 5_000
/** How long a connection may take to come up again after its company changed hands, milliseconds. */
const COMING_UP_MS = 30_000
/** When a message is retried whose connection is coming up, milliseconds. */
const COMING_BUSY_MS = 250

/** The connections the rows call up, until the other processes have answered. */
export const FROM_ROWS = 0

export interface SharedChannel extends Channel {
  /** The companies of these connections change hands: they were up in one process and come up in another. */
  change(connected: Iterable<number>): void
  /** A connection of this process reported its state. */
  onStatus(update: StatusUpdate): void
  /** Connections that are moving to another process, or to this one. */
  coming(): number[]
  /** The connections that are up in another process, or `FROM_ROWS`, and those it knows to be moving. */
  elsewhere(process: number, connected: Iterable<number>, onTheirWay?: Iterable<number>): void
  /** Living processes: a connection of any other process is coming up wherever it is taken over. */
  living(processes: ReadonlySet<number>): void
  /** Carries out what another process asked for. @throws as the channel does. */
  carryOut(call: string, args: readonly unknown[]): Promise<unknown>
}

/**
 * @param own the connections themselves; started by the caller.
 * @param companyOf the company of a connection; null: it is gone.
 */
export function createSharedChannel(
  own: Channel,
  work: Pick<WorkOwnership, 'owns' | 'callOwner'>,
  companyOf: (whatsappId: number) => Promise<number | null>,
): SharedChannel {
  /** By process. */
  const up = new Map<number, ReadonlySet<number>>()
  const coming = new Map<number, number>()
  const isComing = (id: number): boolean => {
    const until = coming.get(id)
    if (until === undefined) return false
    // While a message is on its way the connection may still be up here.
    if (performance.now() < until) return !own.isConnected(id)
    coming.delete(id)
    return false
  }
  const isConnected = (id: number): boolean =>
    own.isConnected(id) || isComing(id) || [...up.values()].some(ids => ids.has(id))
  const change = (connected: Iterable<number>): void => {
    for (const id of connected) coming.set(id, performance.now() + COMING_UP_MS)
  }
  const arrived = async (id: number): Promise<void> => {
    while (isComing(id)) await delay(COMING_BUSY_MS)
  }
  const idOf = ([first]: readonly unknown[]): number =>
    typeof first === 'number' ? first : (first as { whatsappId: number }).whatsappId
  const ownCall = async (call: Call, args: readonly unknown[]): Promise<unknown> => {
    if (NEEDS_IT_UP.has(call)) await arrived(idOf(args))
    const method = own[call] as ((...all: unknown[]) => Promise<unknown>) | undefined
    if (!method) throw new ChannelError('ERR_WAPP_UNSUPPORTED')
    return await method.apply(own, [...args])
  }
  const asked = async (companyId: number, call: Call, args: readonly unknown[]): Promise<unknown> => {
    const aside = call === 'markRead' || call === 'showTyping'
    try {
      // The new owner is asked again: repeating these calls does no harm.
      const limit = { timeoutMs: aside ? ASIDE_MS : CALL_MS, again: true }
      return await work.callOwner(companyId, 'channel', [call, args], limit)
    } catch (error) {
      if (!(error instanceof NoOwner)) throw error
      if (aside) return
      throw new ChannelError(LOST[call] ?? 'ERR_WAPP_NOT_INITIALIZED')
    }
  }
  const by =
    <C extends Call>(call: C) =>
    async (...args: ArgsOf<C>): Promise<AnswerOf<C>> => {
      const companyId = await companyOf(idOf(args))
      if (companyId === null) throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
      return (await (work.owns(companyId)
        ? ownCall(call, args)
        : asked(companyId, call, args))) as AnswerOf<C>
    }

  return {
    kind: own.kind,
    ...(own.providers ? { providers: own.providers } : {}),
    ...(own.missing ? { missing: own.missing } : {}),
    capabilitiesOf: provider => own.capabilitiesOf(provider),
    serve: http => own.serve?.(http),
    start: mine => own.start(mine),
    stop: () => own.stop(),
    isConnected,
    connect: by('connect'),
    newQr: by('newQr'),
    ...(own.pairByCode ? { pairByCode: by('pairByCode') } : {}),
    restart: by('restart'),
    disconnect: by('disconnect'),
    async send(message) {
      if (!work.owns(message.companyId))
        throw new ChannelBusy('number', COMING_BUSY_MS, 'another process works')
      if (isComing(message.whatsappId))
        throw new ChannelBusy('number', COMING_BUSY_MS, 'the connection is coming up')
      await own.send(message)
    },
    async askAbout(ref) {
      if (!work.owns(ref.companyId)) throw new ChannelError('ERR_FETCH_WAPP_MSG')
      return await own.askAbout(ref)
    },
    edit: by('edit'),
    revoke: by('revoke'),
    react: by('react'),
    ...(own.controlThread ? { controlThread: by('controlThread') } : {}),
    markRead: by('markRead'),
    ...(own.showTyping ? { showTyping: by('showTyping') } : {}),
    checkNumber: by('checkNumber'),
    phoneContacts: by('phoneContacts'),
    change,
    coming: () => [...coming.keys()].filter(isComing),
    onStatus({ whatsappId, status }) {
      if (status !== 'OPENING') coming.delete(whatsappId)
    },
    elsewhere(process, connected, onTheirWay = []) {
      const there = new Set(connected)
      // A connection that is up there is no longer coming up here; one that is moving may be.
      for (const id of there) coming.delete(id)
      up.set(process, new Set([...there, ...onTheirWay]))
    },
    living(processes) {
      for (const [process, ids] of up) {
        if (processes.has(process)) continue
        up.delete(process)
        if (process !== FROM_ROWS) change([...ids].filter(id => !isConnected(id)))
      }
    },
    async carryOut(call, args) {
      if (!isCall(call)) throw new TypeError(`no call ${call}`)
      return await ownCall(call, args)
    },
  }
}
