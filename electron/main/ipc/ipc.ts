/**
 * The only place that touches `ipcMain`. Each verb has one handler; who asks, what is asked and what is answered are
 * checked here, so a handler deals with parsed values only.
 */
import {
  type BridgeErrorCode,
  bridgeCalls,
  bridgeEvents,
  CALL_NAMES,
  type CallName,
  type CallOutput,
  type CallParsed,
  callChannel,
  callsOf,
  type EventData,
  type EventName,
  eventChannel,
  eventsOf,
  type Result,
  type WindowKind,
} from '../../../src/contract'
import { MainError } from '../errors'
import { APP_ORIGIN, originOf } from '../gateway/guard'
import type { Log } from '../log/log'

/** The parts of Electron's objects used here. */
export interface Contents {
  readonly id: number
  isDestroyed(): boolean
  send(channel: string, ...args: unknown[]): void
  once(event: 'destroyed', listener: () => void): unknown
}
export interface InvokeEvent {
  readonly sender: Contents
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}
export interface IpcPort {
  handle(channel: string, listener: (event: InvokeEvent, input: unknown) => Promise<unknown>): void
  removeHandler(channel: string): void
}

interface Caller {
  id: number
  kind: WindowKind
}
export type Handlers = {
  [N in CallName]: (input: CallParsed<N>, caller: Caller) => CallOutput<N> | Promise<CallOutput<N>>
}

export interface Ipc {
  /** Lets a window call verbs and get events until it is destroyed. */
  register(contents: Contents, kind: WindowKind): void
  onGone(listener: (windowId: number) => void): void
  handle<N extends CallName>(name: N, work: Handlers[N]): void
  /** One handler per verb; a verb left out does not compile. */
  handleAll(handlers: Handlers): void
  /** To one window; a destroyed or unknown one is a no-op, data that does not fit its schema is logged and not sent. */
  sendTo<E extends EventName>(windowId: number, name: E, data: EventData<E>): void
  broadcast<E extends EventName>(name: E, data: EventData<E>): void
  dispose(): void
}

const failure = (code: BridgeErrorCode, message: string): Result<never> => ({ ok: false, code, message })
const pathsOf = (error: { issues: readonly { path: PropertyKey[]; code?: string | undefined }[] }): string =>
  error.issues.map(i => `${i.path.map(String).join('.') || 'value'}: ${i.code ?? 'refused'}`).join('; ')

export function createIpc(port: IpcPort, log: Log): Ipc {
  const windows = new Map<number, { contents: Contents; kind: WindowKind }>()
  const goneListeners: ((windowId: number) => void)[] = []
  const handled = new Set<CallName>()

  const callerOf = (event: InvokeEvent): Caller | null => {
    const known = windows.get(event.sender.id)
    const frame = event.senderFrame
    // A frame that has navigated away or was destroyed is null: refused, as is any frame inside the page.
    if (!known || known.contents !== event.sender || !frame || frame.parent) return null
    return originOf(frame.url) === APP_ORIGIN ? { id: event.sender.id, kind: known.kind } : null
  }

  const answer = async <N extends CallName>(
    name: N,
    work: Handlers[N],
    event: InvokeEvent,
    raw: unknown,
  ): Promise<Result<CallOutput<N>>> => {
    const caller = callerOf(event)
    if (!caller) {
      log.error('call refused: unknown sender', { verb: name })
      return failure('BRIDGE_REFUSED_SENDER', 'This page may not call Turno')
    }
    if (!callsOf(caller.kind).includes(name)) {
      log.error('call refused: not for this kind of window', { verb: name, kind: caller.kind })
      return failure('BRIDGE_REFUSED_SENDER', 'This window may not ask for that')
    }
    const { input, output } = bridgeCalls[name]
    const parsed = input.safeParse(raw)
    if (!parsed.success) {
      const issues = pathsOf(parsed.error)
      log.error('call refused: input', { verb: name, issues })
      return failure('BRIDGE_INVALID_INPUT', issues)
    }
    try {
      const value = await work(parsed.data as CallParsed<N>, caller)
      const checked = output.safeParse(value)
      if (!checked.success) {
        const issues = pathsOf(checked.error)
        log.error('call failed: output', { verb: name, issues })
        return failure('BRIDGE_INVALID_OUTPUT', issues)
      }
      return { ok: true, value: checked.data as CallOutput<N> }
    } catch (error) {
      if (error instanceof MainError) {
        log.warn('call answered with an error', { verb: name, code: error.code, error })
        return { ok: false, code: error.code, message: error.message }
      }
      log.error('call failed', { verb: name, error })
      return failure('BRIDGE_FAILED', error instanceof Error ? error.message : 'failed')
    }
  }

  /** What main sends is checked against its schema as well; what does not fit is a fault of main and reaches no window. */
  const fitting = (name: EventName, data: unknown): { data: unknown } | null => {
    const parsed = bridgeEvents[name].safeParse(data)
    if (parsed.success) return { data: parsed.data }
    log.error('event not sent: data', { event: name, issues: pathsOf(parsed.error) })
    return null
  }

  const deliver = (windowId: number, name: EventName, data: unknown) => {
    const known = windows.get(windowId)
    if (!known || known.contents.isDestroyed() || !eventsOf(known.kind).includes(name)) return
    const channel = eventChannel(name)
    try {
      known.contents.send(channel, data)
    } catch (error) {
      // The window went away between the question and the sending.
      log.warn('event not delivered', { channel, error })
    }
  }

  const handle: Ipc['handle'] = (name, work) => {
    handled.add(name)
    port.handle(callChannel(name), (event, raw) => answer(name, work, event, raw))
  }

  return {
    register(contents, kind) {
      windows.set(contents.id, { contents, kind })
      contents.once('destroyed', () => {
        windows.delete(contents.id)
        for (const listener of goneListeners) listener(contents.id)
      })
    },
    onGone: listener => void goneListeners.push(listener),
    handle,
    handleAll(handlers) {
      for (const name of CALL_NAMES) handle(name, handlers[name] as Handlers[typeof name])
    },
    sendTo(windowId, name, data) {
      const event = fitting(name, data)
      if (event) deliver(windowId, name, event.data)
    },
    broadcast(name, data) {
      const event = fitting(name, data)
      if (event) for (const windowId of windows.keys()) deliver(windowId, name, event.data)
    },
    dispose() {
      for (const name of handled) port.removeHandler(callChannel(name))
      windows.clear()
    },
  }
}
