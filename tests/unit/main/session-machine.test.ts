import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runMachine } from '../../../electron/main/run-machine'
import type { Grant } from '../../../electron/main/session/auth-calls'
import { ENDING_STEPS, type EndReason, leavingSteps } from '../../../electron/main/session/leaving'
import { initialState, isFresh, isRenewed, step, tokensOf } from '../../../electron/main/session/machine'
import type { Effect, Event, RefreshOutcome, State } from '../../../electron/main/session/machine-types'
import type { Loaded } from '../../../electron/main/session/vault'
import type { User } from '../../../src/contract'

type Of<Do extends Effect['do']> = Extract<Effect, { do: Do }>

const person = (id: number, name = 'Ana'): User => ({ id, name, company: null }) as unknown as User
const tokenOf = (seconds: number, mark: number) =>
  `h.${Buffer.from(JSON.stringify({ iat: 0, exp: seconds, mark })).toString('base64url')}.s`
const grantOf = (n: number, over: Partial<Grant> = {}): Grant => ({
  accessToken: tokenOf(900, n),
  refreshToken: `r${n}`,
  user: person(1),
  ...over,
})
const foundOf = (server = 'here'): Loaded => ({
  kind: 'found',
  storage: 'encrypted',
  secret: { refreshToken: 'kept', user: person(1), server },
})

/** Server, disk and time around the machine: what was asked for lies here until it is answered, in any order. */
class World {
  now = 1_000_000
  /** Sign-ins the server has not answered, each with the session it was begun in. */
  signIns: number[] = []
  renewals: Of<'renew'>[] = []
  writes: Of<'keep'>[] = []
  leaving: Of<'leave'>[] = []
  timer: number | null = null
  waiting = 0
  outcomes: RefreshOutcome[] = []
  erased = 0
  made = 0
  readonly machine = runMachine<State, Event, Effect>({
    initial: initialState,
    step: (state, event) => {
      const next = step(state, event, this.now)
      this.authorize(state, event, next)
      return next
    },
    perform: effect => this.perform(effect),
    onError: (_effect, error) => {
      throw error
    },
  })

  get state(): State {
    return this.machine.state()
  }

  /** What holds of every single step. */
  private authorize(before: State, event: Event, { state, effects }: ReturnType<typeof step>): void {
    const what = () => `${event.type} in ${before.phase.name} gave ${JSON.stringify(effects)}`
    if ('session' in event && event.session !== before.session && (effects.length > 0 || state !== before))
      throw new Error(`an earlier session was heard: ${what()}`)
    const begun = ['startTimer', 'notify']
    if (before.stopped && effects.some(one => begun.includes(one.do)))
      throw new Error(`something was begun after the end: ${what()}`)
    const { shown, phase } = state
    if (shown.status !== 'signedIn' && (shown.user !== null || shown.storage !== 'none'))
      throw new Error(`a user is shown who is not signed in: ${what()}`)
    if (shown.status === 'signedIn' && shown.user === null) throw new Error(`nobody is signed in: ${what()}`)
    if (phase.name === 'signedIn' && shown.status !== 'signedIn') throw new Error(`not shown: ${what()}`)
    if (phase.name === 'signedIn' && shown.user !== phase.user) throw new Error(`somebody else: ${what()}`)
    if ((phase.name === 'starting' || phase.name === 'signedOut') && shown.status !== phase.name)
      throw new Error(`not shown: ${what()}`)
    // A notice for every change that windows could see, and for nothing else.
    const told = effects.some(one => one.do === 'notify')
    if (!state.stopped && told !== (shown !== before.shown))
      throw new Error(`windows were not told: ${what()}`)
  }

  private perform(effect: Effect): void {
    const { session, phase } = this.state
    switch (effect.do) {
      case 'renew':
        if (this.renewals.some(one => one.session === effect.session)) throw new Error('two renewals at once')
        this.renewals.push(effect)
        return
      case 'keep':
        if (effect.session !== session || !['entering', 'signedIn'].includes(phase.name))
          throw new Error('a session that ended is written to the disk')
        this.writes.push(effect)
        return
      case 'leave':
        if (this.leaving.length > 0) throw new Error('two ways out at once')
        if (tokensOf(this.state) !== null) throw new Error('a token is left')
        this.leaving.push(effect)
        return
      case 'startTimer':
        if (effect.ms < 1_000) throw new Error(`renewed again after ${effect.ms} ms`)
        this.timer = this.now + effect.ms
        return
      case 'cancelTimer':
        this.timer = null
        return
      case 'answer':
        for (; this.waiting > 0; this.waiting--) this.outcomes.push(effect.outcome)
        return
      case 'notify':
      case 'log':
    }
  }

  send(event: Event): void {
    this.machine.send(event)
    const { phase } = this.state
    const coming =
      phase.name === 'entering' ||
      phase.name === 'leaving' ||
      (phase.name === 'signedIn' && phase.renewal.stage !== 'none')
    if (this.waiting > 0 && !coming) throw new Error('somebody waits for a token and nothing is on its way')
  }

  /** As the driver's `refresh`. */
  want(used?: string | null): void {
    if (isRenewed(this.state, used)) return void this.outcomes.push('renewed')
    this.waiting++
    this.send({ type: 'renew' })
  }

  signIn(): void {
    this.send({ type: 'signingIn' })
    this.signIns.push(this.state.session)
  }

  grant(n: number): void {
    const [session] = this.signIns.splice(n % Math.max(1, this.signIns.length), 1)
    if (session !== undefined) this.send({ type: 'granted', session, grant: grantOf(++this.made) })
  }

  answer(n: number): void {
    const [asked] = this.renewals.splice(n % Math.max(1, this.renewals.length), 1)
    if (!asked) return
    const lifetime = pick([900, 61, 1, 0], n >> 3)
    const granted: Partial<Grant> = {
      accessToken: tokenOf(lifetime, ++this.made),
      ...(n & 64 ? { refreshToken: undefined } : {}),
      user: person(1, pick(['Ana', 'Ana Maria'], n >> 4)),
    }
    const answers = [
      { kind: 'granted', grant: grantOf(this.made, granted) },
      { kind: 'granted', grant: grantOf(this.made, granted) },
      { kind: 'unreachable' },
      { kind: 'refused', reason: 'expired' },
      { kind: 'refused', reason: 'companyExpired' },
    ] as const
    this.send({ type: 'answered', session: asked.session, answer: pick(answers, n >> 7) })
  }

  written(n: number): void {
    const [write] = this.writes.splice(n % Math.max(1, this.writes.length), 1)
    if (write?.reply)
      this.send({
        type: write.reply,
        session: write.session,
        storage: pick(['encrypted', 'refused', 'plain'] as const, n >> 3),
      })
  }

  left(): void {
    const effect = this.leaving.pop()
    if (!effect) return
    if (effect.steps.includes('erase')) this.erased++
    this.send({ type: 'left', session: effect.session })
  }

  pass(ms: number): void {
    this.now += ms
    if (this.timer === null || this.timer > this.now) return
    this.timer = null
    this.send({ type: 'renew' })
  }

  /** Everything that was asked for is answered, one way or another. */
  settle(): void {
    while (this.renewals.length + this.writes.length + this.leaving.length > 0) {
      while (this.renewals.length > 0) this.answer(0)
      while (this.writes.length > 0) this.written(0)
      this.left()
    }
  }
}

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const REASONS: readonly EndReason[] = ['signedOut', 'expired', 'elsewhere']
const LOADED: readonly Loaded[] = [foundOf(), foundOf(), { kind: 'none' }, { kind: 'lost' }, foundOf('there')]

/** Everything that may happen, each with a number to vary it. */
const HAPPENINGS: readonly ((world: World, n: number) => void)[] = [
  (world, n) => world.send({ type: 'loaded', loaded: pick(LOADED, n), server: 'here' }),
  world => world.signIn(),
  (world, n) => world.grant(n),
  (world, n) => world.grant(n),
  world => world.want(),
  (world, n) => world.want(pick([null, 'old', tokensOf(world.state)?.access ?? null], n)),
  (world, n) => world.answer(n),
  (world, n) => world.answer(n),
  (world, n) => world.written(n),
  (world, n) => world.written(n),
  world => world.left(),
  world => world.left(),
  (world, n) => world.send({ type: 'end', reason: pick(REASONS, n) }),
  (world, n) =>
    world.send({
      type: 'end',
      reason: 'expired',
      token: pick(['old', tokensOf(world.state)?.access ?? null], n),
    }),
  world => world.send({ type: 'rest' }),
  (world, n) =>
    world.send({ type: 'userUpdated', user: person(pick([1, 1, 2], n), pick(['Ana', 'Bia'], n >> 2)) }),
  world => world.send({ type: 'keepAgain' }),
  (world, n) => world.pass(n % 5_000),
  (world, n) => world.pass(n % 1_000_000),
]

const histories = fc.array(fc.nat(0x3fffffff), { maxLength: 50, size: 'max' })

function live(history: readonly number[], world = new World()): World {
  for (const n of history) pick(HAPPENINGS, n & 63)(world, n >> 6)
  return world
}

/** Somebody signed in, written to the disk. */
function signedIn(world = new World()): World {
  world.send({ type: 'loaded', loaded: { kind: 'none' }, server: 'here' })
  world.signIn()
  world.grant(0)
  world.written(0)
  return world
}

describe('session machine', () => {
  it('renews once at a time and answers everybody who waits, in any history', () => {
    fc.assert(
      fc.property(histories, history => {
        const world = live(history)
        world.settle()
        expect(world.waiting).toBe(0)
        const { phase } = world.state
        expect(['starting', 'signedOut', 'signedIn']).toContain(phase.name)
        if (phase.name === 'signedIn') expect(phase.renewal.stage).toBe('none')
      }),
      { numRuns: 3_000 },
    )
  })

  it('does not come back to life by anything that was under way when it ended', () => {
    fc.assert(
      fc.property(histories, fc.boolean(), (history, rests) => {
        const world = live(history)
        if (rests) world.send({ type: 'rest' })
        else world.send({ type: 'end', reason: 'signedOut' })
        world.signIns = []
        world.settle()
        world.pass(10_000_000)
        expect(['starting', 'signedOut']).toContain(world.state.phase.name)
        expect(tokensOf(world.state)).toBeNull()
        expect(world.timer).toBeNull()
        expect([world.renewals, world.writes, world.leaving]).toEqual([[], [], []])
      }),
      { numRuns: 2_000 },
    )
  })

  it('does nothing by itself after the end and finishes what is under way', () => {
    fc.assert(
      fc.property(histories, histories, (history, after) => {
        const world = live(history)
        world.send({ type: 'stop' })
        // A renewal the server granted has to reach the disk: the refresh token before it is worth nothing now.
        const [asked] = world.renewals
        if (asked && asked.session === world.state.session) {
          world.renewals = []
          const writes = world.writes.length
          world.send({
            type: 'answered',
            session: asked.session,
            answer: { kind: 'granted', grant: grantOf(9) },
          })
          const asking = world.writes.length > writes
          expect(asking).toBe(true)
          expect(world.writes.at(-1)?.refreshToken).toBe('r9')
        }
        live(after, world)
        expect(world.timer).toBeNull()
        world.settle()
        expect(world.waiting).toBe(0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not ended by what a server says of an older token', () => {
    fc.assert(
      fc.property(histories, history => {
        const world = live(history)
        const before = world.state
        world.send({ type: 'end', reason: 'expired', token: 'old' })
        expect(world.state).toBe(before)
      }),
      { numRuns: 2_000 },
    )
  })

  it('rests without ending, also while somebody asks for a token', () => {
    const world = signedIn()
    world.send({ type: 'rest' })
    world.want()
    world.send({ type: 'end', reason: 'expired', token: null })
    world.left()
    expect(world.state.shown).toEqual({ status: 'starting', user: null, reason: 'none', storage: 'none' })
    expect(world.outcomes).toEqual(['ended'])
    expect(world.erased).toBe(0)
  })

  it('keeps what an event told of the user while a thin answer to a renewal is on its way', () => {
    const world = signedIn()
    const company = (settings: object[]) =>
      ({ ...person(1), company: { id: 3, name: 'Demo', settings, dueDate: null } }) as unknown as User
    world.send({ type: 'userUpdated', user: company([{ key: 'a', value: '1' }]) })
    world.want()
    world.send({ type: 'userUpdated', user: company([{ key: 'a', value: '2' }]) })
    const { session } = world.state
    world.writes = []
    world.send({
      type: 'answered',
      session,
      answer: { kind: 'granted', grant: grantOf(5, { user: company([]) }) },
    })
    world.written(0)
    expect(world.state.shown.user?.company?.settings).toEqual([{ key: 'a', value: '2' }])
  })

  it('renews a minute before the end of a token, and again in a while where the server is down', () => {
    const world = signedIn()
    expect((world.timer ?? 0) - world.now).toBe(840_000)
    expect(isFresh(world.state, 899_000, world.now)).toBe(true)
    expect(isFresh(world.state, 900_000, world.now)).toBe(false)
    world.pass(840_000)
    expect(world.renewals).toHaveLength(1)
    world.renewals = []
    world.send({ type: 'answered', session: world.state.session, answer: { kind: 'unreachable' } })
    expect((world.timer ?? 0) - world.now).toBe(15_000)
    expect(world.state.shown.status).toBe('signedIn')
  })

  it('tells the server only of a sign-out, and empties the vault only when the session ends', () => {
    expect(leavingSteps('signedOut', 'expired')).toEqual([...ENDING_STEPS, 'erase'])
    expect(leavingSteps('starting', 'switched')).toEqual([
      'socket',
      'windows',
      'notifications',
      'badge',
      'storage',
    ])
  })
})
