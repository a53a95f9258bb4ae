/** A `window.turno` for tests and for looking at the screens without a main process: typed, recorded, steerable. */
import {
  type AttentionState,
  applyPreferences,
  bridgeCalls,
  type CallInput,
  type CallName,
  type CallOutput,
  capabilitiesOf,
  type Draft,
  draft as draftSchema,
  type EventData,
  type EventName,
  type OutboxEntry,
  type PairingState,
  type Preferences,
  preferences as preferencesSchema,
  type RecorderState,
  type Result,
  type SessionState,
  type SocketState,
  type TurnoBridge,
  type UpdateState,
  type User,
  user as userSchema,
} from '../../../src/contract'

type Answer = (input: unknown) => Result<unknown> | Promise<Result<unknown>>
/** What verbs answer by themselves; those that are not named answer nothing. */
type Usual = { [N in CallName]?: (input: CallInput<N>) => Result<CallOutput<N>> }

export interface FakeBridge {
  bridge: TurnoBridge
  /** Every verb that was called, with its input. */
  calls: { name: string; input: unknown }[]
  /** Sends an event to the window. */
  emit<E extends EventName>(event: E, data: EventData<E>): void
  /** Puts another answer in place of a verb's own, once or for good. */
  answer(name: string, answer: Answer): void
  state: {
    session: SessionState
    socket: SocketState
    preferences: Preferences
    drafts: Map<number, Draft>
    outbox: Map<string, OutboxEntry>
    /** What is written is in the thread at once. Else it waits to be sent, and acts after which a ticket takes nothing wait for it. */
    leaves: boolean
    attention: AttentionState
    updates: UpdateState
    pairing: PairingState
    recorder: RecorderState
  }
}

/** A user of the demo company; members given replace the usual ones. */
export function aUser(over: Partial<User> | Record<string, unknown> = {}): User {
  return userSchema.parse({
    id: 2,
    name: 'Ana Souza',
    email: 'ana@demo.turno',
    profile: 'user',
    super: false,
    companyId: 1,
    company: {
      id: 1,
      name: 'Loja Demo',
      dueDate: '2099-12-31T00:00:00.000Z',
      plan: {
        id: 1,
        name: 'Completo',
        useCampaigns: true,
        useKanban: true,
        useOpenAi: true,
        useIntegrations: true,
        useSchedules: true,
        useInternalChat: true,
        useExternalApi: true,
      },
    },
    queues: [{ id: 1, name: 'Vendas', color: '#2f6fde' }],
    ...over,
  })
}

const ok = <T>(value: T): Result<T> => ({ ok: true, value })

/** Makes a bridge; `user` null starts signed out. */
export function fakeBridge({
  user = aUser() as User | null,
  preferences = {} as Partial<Preferences>,
} = {}): FakeBridge {
  const calls: FakeBridge['calls'] = []
  const answers = new Map<string, Answer>()
  const listeners = new Map<EventName, Set<(data: never) => void>>()
  const state: FakeBridge['state'] = {
    session: user
      ? { status: 'signedIn', user, reason: 'none', storage: 'encrypted' }
      : { status: 'signedOut', user: null, reason: 'none', storage: 'none' },
    socket: {
      status: 'connected',
      since: '2026-01-01T08:00:00.000Z',
      attempt: 0,
      server: 'http://127.0.0.1:8080',
      embedded: true,
      untrusted: false,
      near: false,
      gone: null,
    },
    preferences: preferencesSchema.parse(preferences),
    drafts: new Map(),
    outbox: new Map(),
    leaves: false,
    attention: {
      pending: 0,
      mine: 0,
      unread: 0,
      paused: false,
      snoozedUntil: null,
      notices: 'untried',
      noticeFailure: null,
      tray: true,
    },
    updates: { status: 'off', version: null, progress: null, failure: null, checkedAt: null },
    pairing: {
      offered: false,
      version: '7.0.0',
      packages: 70,
      bytes: 23_000_000,
      installed: null,
      fetching: null,
      failure: null,
      registry: { address: '', fixed: false },
    },
    recorder: {
      phase: 'idle',
      takeId: null,
      ticketId: null,
      failure: null,
      hasSystemSettings: false,
      testRecording: null,
      finished: [],
    },
  }
  const emit: FakeBridge['emit'] = (event, data) => {
    for (const listener of listeners.get(event) ?? []) (listener as (d: typeof data) => void)(data)
  }
  const session = (next: SessionState): Result<SessionState> => {
    state.session = next
    emit('sessionChanged', next)
    return ok(next)
  }
  const missing = <T>(): Result<T> => ({ ok: false, code: 'BRIDGE_FAILED', message: 'no such entry' })
  const record = (change: Partial<RecorderState>): Result<RecorderState> => {
    state.recorder = { ...state.recorder, ...change }
    emit('recorderChanged', state.recorder)
    return ok(state.recorder)
  }
  const put = (entry: OutboxEntry): Result<OutboxEntry> => {
    state.outbox.set(entry.id, entry)
    emit('outboxChanged', { upserts: [entry], removed: [] })
    return ok(entry)
  }

  const servers = {
    current: 'embedded',
    locked: false,
    servers: [
      {
        key: 'embedded',
        address: null,
        label: '',
        configured: true,
        insecure: false,
        signedIn: user !== null,
        version: null,
      },
    ],
    facts: { version: '', adapter: 'turno' as const, capabilities: capabilitiesOf('native') },
    clockOffsetMs: 0,
  }
  const spelling = { available: ['en-US', 'es', 'pt-BR'], languages: ['pt-BR'], words: [], failed: [] }
  const kept = { copies: null, tickets: 0, messages: 0, contacts: 0, drafts: 0, waiting: 0, bytes: 0 }
  const usual: Usual = {
    'servers.state': () => ok(servers),
    'servers.check': () => ok({ ok: false, reason: 'unreachable' }),
    'servers.use': () => ok(servers),
    'servers.tryDemo': ({ role }) =>
      session({ status: 'signedIn', user: aUser({ name: role }), reason: 'none', storage: 'encrypted' }),
    'servers.look': () => ok({ company: 'Loja', name: '', email: null, at: '192.168.0.10:48443' }),
    'servers.join': ({ name }) =>
      session({ status: 'signedIn', user: aUser({ name }), reason: 'none', storage: 'encrypted' }),
    'servers.forget': () => ok(servers),
    'app.info': () =>
      ok({
        version: '0.1.0',
        platform: 'linux',
        host: 'stand-in',
        locale: 'pt-BR',
        window: 'console',
      }),
    'network.state': () => ok({ question: null }),
    'network.openSystemSettings': () => ok({ opened: true }),
    'keeping.state': () => ok({ repair: null, restoring: false }),
    'keeping.goOn': () => ok({ repair: null, restoring: false }),
    'keeping.restore': () => ok({ repair: null, restoring: false }),
    'keeping.showCopies': () => ok({ opened: true }),
    'recovery.managers': () => ok([]),
    'recovery.setPassword': () => ok({ done: true }),
    'session.state': () => ok(state.session),
    'session.signIn': ({ email }) =>
      session({ status: 'signedIn', user: user ?? aUser({ email }), reason: 'none', storage: 'encrypted' }),
    'session.signOut': () => {
      session({ status: 'signedOut', user: null, reason: 'signedOut', storage: 'none' })
      return ok(undefined)
    },
    'session.allowPlainStorage': ({ allow }) =>
      session({ ...state.session, storage: allow ? 'plain' : 'none' }),
    'socket.state': () => ok(state.socket),
    'socket.check': () => ok(state.socket),
    'feed.position': () => ok({ seq: 0 }),
    'outbox.list': () => ok([...state.outbox.values()]),
    'outbox.enqueue': input =>
      put({
        quote: null,
        attachment: null,
        forward: null,
        ...input,
        state: state.leaves ? 'sent' : 'queued',
        progress: null,
        attempts: state.leaves ? 1 : 0,
        failureCode: null,
        failureText: null,
        notBefore: null,
        messageId: state.leaves ? crypto.randomUUID() : null,
        createdAt: new Date().toISOString(),
      } as OutboxEntry),
    'outbox.retry': ({ id }) => {
      const entry = state.outbox.get(id)
      return entry ? put({ ...entry, state: 'queued', failureCode: null, failureText: null }) : missing()
    },
    'outbox.remove': ({ id }) => {
      const removed = state.outbox.delete(id)
      if (removed) emit('outboxChanged', { upserts: [], removed: [id] })
      return ok({ removed })
    },
    'outbox.edit': ({ id, body }) => {
      const entry = state.outbox.get(id)
      return entry ? put({ ...entry, body, state: 'queued' }) : missing()
    },
    'drafts.list': () => ok([...state.drafts.values()]),
    'drafts.save': input => {
      state.drafts.set(input.ticketId, draftSchema.parse(input))
      return ok(undefined)
    },
    'drafts.remove': ({ ticketId }) => {
      state.drafts.delete(ticketId)
      return ok(undefined)
    },
    'search.local': () => ok({ tickets: [], contacts: [], messages: [], tookMs: 0 }),
    'cache.ticket': () => ok(null),
    'cache.tickets': () => ok([]),
    'cache.thread': () => ok({ messages: [], hasMore: false }),
    'preferences.get': () => ok(state.preferences),
    'preferences.set': change => {
      state.preferences = applyPreferences(state.preferences, change)
      emit('preferencesChanged', state.preferences)
      return ok(state.preferences)
    },
    'preferences.reset': () => {
      state.preferences = preferencesSchema.parse({ language: state.preferences.language })
      emit('preferencesChanged', state.preferences)
      return ok(state.preferences)
    },
    'downloads.list': () => ok([]),
    'downloads.start': () => ok({ started: true }),
    'downloads.pdf': () => ok({ outcome: 'saved' }),
    'downloads.open': () => ok({ outcome: 'opened' }),
    'downloads.reveal': () => ok({ outcome: 'shown' }),
    'spelling.state': () => ok(spelling),
    'spelling.forget': () => ok(spelling),
    'data.kept': () => ok(kept),
    'data.eraseSeen': () => ok(kept),
    'diagnostics.about': () =>
      ok({
        version: '0.1.0',
        electron: null,
        chrome: null,
        node: '20.20.0',
        system: 'linux 6.0 (x64)',
        updateChannel: 'latest',
        sandboxed: true,
        licences: null,
      }),
    'diagnostics.report': () => ok({ text: 'Turno\n' }),
    'diagnostics.licences': () => ok({ opened: false }),
    'shortcut.state': () => ok({ state: state.preferences.globalShortcut === null ? 'off' : 'on' }),
    'attention.state': () => ok(state.attention),
    'attention.pause': ({ paused }) => {
      state.attention = { ...state.attention, paused }
      emit('attentionChanged', state.attention)
      return ok(state.attention)
    },
    'attention.snooze': () => ok(state.attention),
    'attention.test': () => ok(state.attention),
    'attention.openSystemSettings': () => ok({ opened: true }),
    'pairing.state': () => ok(state.pairing),
    'pairing.install': () => ok(state.pairing),
    'pairing.cancel': () => ok(state.pairing),
    'pairing.remove': () => ok(state.pairing),
    'updates.state': () => ok(state.updates),
    'updates.check': () => ok(state.updates),
    'updates.install': () => ok(state.updates),
    'recorder.state': () => ok(state.recorder),
    'recorder.start': ({ ticketId }) =>
      record({ phase: 'recording', takeId: 'take-1', ticketId, failure: null }),
    'recorder.pause': () => record({ phase: 'paused' }),
    'recorder.resume': () => record({ phase: 'recording' }),
    'recorder.stop': () => record({ phase: 'stopping' }),
    'recorder.cancel': () => record({ phase: 'idle', takeId: null, ticketId: null, failure: null }),
    'recorder.claim': ({ takeId }) => {
      const before = state.recorder.finished
      record({ finished: before.filter(one => one.takeId !== takeId) })
      return ok({ claimed: before.some(one => one.takeId === takeId) })
    },
    'recorder.devices': () => ok([]),
    'recorder.openSystemSettings': () => ok({ opened: true }),
  }
  const areas: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(bridgeCalls) as CallName[]) {
    const [area = '', verb = ''] = name.split('.')
    areas[area] ??= {}
    areas[area][verb] = async (input: unknown) => {
      calls.push({ name, input })
      const other = answers.get(name)
      return other ? await other(input) : ((usual[name] as Answer | undefined)?.(input) ?? ok(undefined))
    }
  }
  const bridge = {
    ...areas,
    on: new Proxy({} as TurnoBridge['on'], {
      get: (_target, event: EventName) => (listener: (data: never) => void) => {
        const set = listeners.get(event) ?? new Set()
        listeners.set(event, set.add(listener))
        return () => set.delete(listener)
      },
    }),
  } as TurnoBridge
  return { bridge, calls, emit, answer: (name, answer) => void answers.set(name, answer), state }
}

/** Puts the bridge where the product looks for it. */
export function installBridge(fake: FakeBridge): void {
  Object.defineProperty(window, 'turno', { value: fake.bridge, configurable: true })
}
