/** A `window.turno` for tests and for looking at the screens without a main process: typed, recorded, steerable. */
import {
  type AttentionState,
  applyPreferences,
  type CallInput,
  capabilitiesOf,
  type Draft,
  draft as draftSchema,
  type EventData,
  type EventName,
  type OutboxEntry,
  type PairingState,
  type PreferenceChange,
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

export interface FakeBridge {
  bridge: TurnoBridge
  /** Every verb that was called, with its input. */
  calls: { name: string; input: unknown }[]
  /** Sends an event to the window. */
  emit<E extends EventName>(event: E, data: EventData<E>): void
  /** Puts another answer in place of a verb's own, once or for good. */
  answer(name: string, answer: (input: unknown) => Result<unknown> | Promise<Result<unknown>>): void
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
  const answers = new Map<string, (input: unknown) => Result<unknown> | Promise<Result<unknown>>>()
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
  /** One verb: recorded, replaceable, otherwise answered by `usual`. */
  const verb =
    <I, O>(name: string, usual: (input: I) => Result<O>) =>
    async (input?: I): Promise<Result<O>> => {
      calls.push({ name, input })
      const other = answers.get(name)
      return other ? ((await other(input)) as Result<O>) : usual(input as I)
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
  const bridge: TurnoBridge = {
    servers: {
      state: verb('servers.state', () => ok(servers)),
      check: verb('servers.check', () => ok({ ok: false as const, reason: 'unreachable' as const })),
      use: verb('servers.use', () => ok(servers)),
      tryDemo: verb('servers.tryDemo', ({ role }: CallInput<'servers.tryDemo'>) =>
        session({ status: 'signedIn', user: aUser({ name: role }), reason: 'none', storage: 'encrypted' }),
      ),
      look: verb('servers.look', () =>
        ok({ company: 'Loja', name: '', email: null, at: '192.168.0.10:48443' }),
      ),
      join: verb('servers.join', ({ name }: CallInput<'servers.join'>) =>
        session({ status: 'signedIn', user: aUser({ name }), reason: 'none', storage: 'encrypted' }),
      ),
      forget: verb('servers.forget', () => ok(servers)),
    },
    app: {
      info: verb('app.info', () =>
        ok({
          version: '0.1.0',
          platform: 'linux',
          host: 'stand-in' as const,
          locale: 'pt-BR',
          window: 'console' as const,
        }),
      ),
      reload: verb('app.reload', () => ok(undefined)),
      quit: verb('app.quit', () => ok(undefined)),
      openExternal: verb('app.openExternal', () => ok(undefined)),
    },
    network: {
      state: verb('network.state', () => ok({ question: null })),
      answer: verb('network.answer', () => ok(undefined)),
      openSystemSettings: verb('network.openSystemSettings', () => ok({ opened: true })),
    },
    keeping: {
      state: verb('keeping.state', () => ok({ repair: null, restoring: false })),
      goOn: verb('keeping.goOn', () => ok({ repair: null, restoring: false })),
      restore: verb('keeping.restore', () => ok({ repair: null, restoring: false })),
      showCopies: verb('keeping.showCopies', () => ok({ opened: true })),
    },
    recovery: {
      managers: verb('recovery.managers', () => ok([])),
      setPassword: verb('recovery.setPassword', () => ok({ done: true })),
    },
    session: {
      state: verb('session.state', () => ok(state.session)),
      signIn: verb('session.signIn', ({ email }: { email: string; password: string }) =>
        session({ status: 'signedIn', user: user ?? aUser({ email }), reason: 'none', storage: 'encrypted' }),
      ),
      signOut: verb('session.signOut', () => {
        session({ status: 'signedOut', user: null, reason: 'signedOut', storage: 'none' })
        return ok(undefined)
      }),
      allowPlainStorage: verb('session.allowPlainStorage', ({ allow }: { allow: boolean }) =>
        session({ ...state.session, storage: allow ? 'plain' : 'none' }),
      ),
    },
    socket: {
      state: verb('socket.state', () => ok(state.socket)),
      setInterest: verb('socket.setInterest', () => ok(undefined)),
      check: verb('socket.check', () => ok(state.socket)),
    },
    feed: { position: verb('feed.position', () => ok({ seq: 0 })) },
    outbox: {
      list: verb('outbox.list', () => ok([...state.outbox.values()])),
      enqueue: verb('outbox.enqueue', input =>
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
      ),
      retry: verb('outbox.retry', ({ id }: { id: string }) => {
        const entry = state.outbox.get(id)
        return entry ? put({ ...entry, state: 'queued', failureCode: null, failureText: null }) : missing()
      }),
      remove: verb('outbox.remove', ({ id }: { id: string }) => {
        const removed = state.outbox.delete(id)
        if (removed) emit('outboxChanged', { upserts: [], removed: [id] })
        return ok({ removed })
      }),
      edit: verb('outbox.edit', ({ id, body }: { id: string; body: string }) => {
        const entry = state.outbox.get(id)
        return entry ? put({ ...entry, body, state: 'queued' }) : missing()
      }),
      release: verb('outbox.release', () => ok(undefined)),
    },
    drafts: {
      list: verb('drafts.list', () => ok([...state.drafts.values()])),
      save: verb('drafts.save', (input: CallInput<'drafts.save'>) => {
        state.drafts.set(input.ticketId, draftSchema.parse(input))
        return ok(undefined)
      }),
      remove: verb('drafts.remove', ({ ticketId }: { ticketId: number }) => {
        state.drafts.delete(ticketId)
        return ok(undefined)
      }),
    },
    search: {
      local: verb('search.local', () => ok({ tickets: [], contacts: [], messages: [], tookMs: 0 })),
    },
    cache: {
      ticket: verb('cache.ticket', () => ok(null)),
      tickets: verb('cache.tickets', () => ok([])),
      thread: verb('cache.thread', () => ok({ messages: [], hasMore: false })),
    },
    preferences: {
      get: verb('preferences.get', () => ok(state.preferences)),
      set: verb('preferences.set', (change: PreferenceChange) => {
        state.preferences = applyPreferences(state.preferences, change)
        emit('preferencesChanged', state.preferences)
        return ok(state.preferences)
      }),
      reset: verb('preferences.reset', () => {
        state.preferences = preferencesSchema.parse({ language: state.preferences.language })
        emit('preferencesChanged', state.preferences)
        return ok(state.preferences)
      }),
    },
    downloads: {
      list: verb('downloads.list', () => ok([])),
      start: verb('downloads.start', (_: CallInput<'downloads.start'>) => ok({ started: true })),
      pdf: verb('downloads.pdf', (_: CallInput<'downloads.pdf'>) => ok({ outcome: 'saved' as const })),
      cancel: verb('downloads.cancel', (_: CallInput<'downloads.cancel'>) => ok(undefined)),
      open: verb('downloads.open', (_: CallInput<'downloads.open'>) => ok({ outcome: 'opened' as const })),
      reveal: verb('downloads.reveal', (_: CallInput<'downloads.reveal'>) =>
        ok({ outcome: 'shown' as const }),
      ),
      forget: verb('downloads.forget', (_: CallInput<'downloads.forget'>) => ok(undefined)),
    },
    spelling: {
      state: verb('spelling.state', () => ok(spelling)),
      forget: verb('spelling.forget', (_: CallInput<'spelling.forget'>) => ok(spelling)),
    },
    data: {
      kept: verb('data.kept', () => ok(kept)),
      eraseSeen: verb('data.eraseSeen', () => ok(kept)),
    },
    diagnostics: {
      about: verb('diagnostics.about', () =>
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
      ),
      report: verb('diagnostics.report', () => ok({ text: 'Turno\n' })),
      licences: verb('diagnostics.licences', () => ok({ opened: false })),
    },
    shortcut: {
      state: verb('shortcut.state', () =>
        ok({ state: state.preferences.globalShortcut === null ? ('off' as const) : ('on' as const) }),
      ),
    },
    attention: {
      state: verb('attention.state', () => ok(state.attention)),
      pause: verb('attention.pause', ({ paused }: CallInput<'attention.pause'>) => {
        state.attention = { ...state.attention, paused }
        emit('attentionChanged', state.attention)
        return ok(state.attention)
      }),
      snooze: verb('attention.snooze', (_: CallInput<'attention.snooze'>) => ok(state.attention)),
      test: verb('attention.test', (_: CallInput<'attention.test'>) => ok(state.attention)),
      openSystemSettings: verb('attention.openSystemSettings', () => ok({ opened: true })),
    },
    pairing: {
      state: verb('pairing.state', () => ok(state.pairing)),
      install: verb('pairing.install', (_: CallInput<'pairing.install'>) => ok(state.pairing)),
      cancel: verb('pairing.cancel', () => ok(state.pairing)),
      remove: verb('pairing.remove', () => ok(state.pairing)),
    },
    updates: {
      state: verb('updates.state', () => ok(state.updates)),
      check: verb('updates.check', () => ok(state.updates)),
      install: verb('updates.install', () => ok(state.updates)),
    },
    windows: {
      spy: verb('windows.spy', (_: CallInput<'windows.spy'>) => ok(undefined)),
      wall: verb('windows.wall', () => ok(undefined)),
      popOut: verb('windows.popOut', (_: CallInput<'windows.popOut'>) => ok(undefined)),
      showTicket: verb('windows.showTicket', (_: CallInput<'windows.showTicket'>) => ok(undefined)),
      close: verb('windows.close', () => ok(undefined)),
    },
    recorder: {
      state: verb('recorder.state', () => ok(state.recorder)),
      start: verb('recorder.start', ({ ticketId }: CallInput<'recorder.start'>) =>
        record({ phase: 'recording', takeId: 'take-1', ticketId, failure: null }),
      ),
      pause: verb('recorder.pause', (_: CallInput<'recorder.pause'>) => record({ phase: 'paused' })),
      resume: verb('recorder.resume', (_: CallInput<'recorder.resume'>) => record({ phase: 'recording' })),
      stop: verb('recorder.stop', (_: CallInput<'recorder.stop'>) => record({ phase: 'stopping' })),
      cancel: verb('recorder.cancel', (_: CallInput<'recorder.cancel'>) =>
        record({ phase: 'idle', takeId: null, ticketId: null, failure: null }),
      ),
      claim: verb('recorder.claim', ({ takeId }: CallInput<'recorder.claim'>) => {
        const before = state.recorder.finished
        record({ finished: before.filter(one => one.takeId !== takeId) })
        return ok({ claimed: before.some(one => one.takeId === takeId) })
      }),
      devices: verb('recorder.devices', () => ok([])),
      openSystemSettings: verb('recorder.openSystemSettings', () => ok({ opened: true })),
    },
    microphone: { report: verb('microphone.report', (_: CallInput<'microphone.report'>) => ok(undefined)) },
    log: { write: verb('log.write', () => ok(undefined)) },
    on: new Proxy({} as TurnoBridge['on'], {
      get: (_target, event: EventName) => (listener: (data: never) => void) => {
        const set = listeners.get(event) ?? new Set()
        listeners.set(event, set.add(listener))
        return () => set.delete(listener)
      },
    }),
  }
  return { bridge, calls, emit, answer: (name, answer) => void answers.set(name, answer), state }
}

/** Puts the bridge where the product looks for it. */
export function installBridge(fake: FakeBridge): void {
  Object.defineProperty(window, 'turno', { value: fake.bridge, configurable: true })
}
