import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Anchor,
  type Event,
  isAtEnd,
  OPENING,
  type Scroll,
  sought,
  step,
  unseenOf,
  type View,
} from '../../../src/features/thread/anchor'
import { stageRows } from '../../../src/features/thread/stage-rows'

interface Row {
  key: string
  height: number
}

const TOP = 46
const ESTIMATE = 52
const BUFFER = 400

/**
 * A virtual list as virtua is one: it knows heights by the place of a row among the others, takes rows for 52 px until
 * they were drawn and measured, and keeps the reader's place when rows above the view turn out to be of another height.
 */
class List {
  rows: readonly Row[] = []
  scrollTop = 0
  viewport = 600
  private sizes: number[] = []
  private drawnAt = new Map<string, number>()
  private seeking: (() => number) | null = null
  private fromEnd = false

  private sizeOf = (index: number): number =>
    (this.sizes[index] ?? -1) < 0 ? ESTIMATE : (this.sizes[index] ?? 0)
  offsetOf(index: number): number {
    let offset = 0
    for (let at = 0; at < index; at += 1) offset += this.sizeOf(at)
    return offset
  }
  get size(): number {
    return this.offsetOf(this.sizes.length)
  }
  private get most(): number {
    return Math.max(0, TOP + this.size - this.viewport)
  }
  private clamp(): void {
    this.scrollTop = Math.max(0, Math.min(this.most, this.scrollTop))
  }
  /** Whether it can be scrolled so far: past its ends there is nothing. */
  canScrollBy(pixels: number): boolean {
    const to = this.scrollTop + pixels
    return to >= 0 && to <= this.most
  }

  setRows(rows: readonly Row[], shift: boolean): void {
    const before = this.size
    const came = rows.length - this.sizes.length
    if (came > 0) {
      const fresh = Array<number>(came).fill(-1)
      this.sizes = shift ? [...fresh, ...this.sizes] : [...this.sizes, ...fresh]
    } else this.sizes = shift ? this.sizes.slice(-came) : this.sizes.slice(0, rows.length)
    this.rows = rows
    if (shift && came !== 0) {
      this.fromEnd = true
      this.seeking = null
      this.scrollTop += this.size - before
    }
    this.clamp()
  }

  scrollBy(pixels: number): void {
    this.scrollTop += pixels
    this.clamp()
  }
  scrollTo(scroll: Scroll): void {
    const index = this.rows.findIndex(row => row.key === scroll.scrollTo)
    if (index < 0) throw new Error(`no row ${scroll.scrollTo} to scroll to`)
    let { align } = scroll
    if (align === 'nearest') {
      const top = TOP + this.offsetOf(index) - this.scrollTop
      if (top >= 0 && top + this.sizeOf(index) <= this.viewport) return
      align = top < 0 ? 'start' : 'end'
    }
    const room = (): number => this.sizeOf(index) - this.viewport
    this.fromEnd = false
    this.seeking = () =>
      scroll.offset +
      TOP +
      this.offsetOf(index) +
      (align === 'end' ? room() : align === 'center' ? room() / 2 : 0)
    this.scrollTop = this.seeking()
    this.clamp()
  }

  /** Measures what is drawn; answers whether anything was of another height. */
  measure(): boolean {
    const moved: [number, number][] = []
    const fresh: [number, number][] = []
    const drawnAt = new Map<string, number>()
    let offset = TOP - this.scrollTop
    this.rows.forEach((row, index) => {
      const size = this.sizeOf(index)
      const drawn = offset + size >= -BUFFER && offset <= this.viewport + BUFFER
      offset += size
      if (!drawn) return
      const before = this.drawnAt.get(row.key)
      drawnAt.set(row.key, index)
      if (this.sizes[index] !== row.height)
        (before !== undefined && before !== index ? moved : fresh).push([index, row.height])
    })
    this.drawnAt = drawnAt
    if (moved.length + fresh.length === 0) return false
    this.take(moved, () => 0)
    this.take(fresh, () => this.firstNotAbove())
    if (this.seeking) this.scrollTop = this.seeking()
    this.clamp()
    return true
  }
  private take(sizes: [number, number][], anchor: () => number): void {
    const held = this.fromEnd ? this.sizes.length : anchor()
    const before = this.offsetOf(held)
    for (const [index, size] of sizes) this.sizes[index] = size
    this.scrollTop += this.offsetOf(held) - before
  }
  private firstNotAbove(): number {
    let bottom = TOP - this.scrollTop
    const index = this.sizes.findIndex((_, at) => {
      bottom += this.sizeOf(at)
      return bottom > 0
    })
    return index < 0 ? this.sizes.length : index
  }
  rest(): void {
    this.seeking = null
    this.fromEnd = false
  }
  /** Where a row stands below the upper edge of the view; null when it is gone. */
  placeOf(key: string): number | null {
    const index = this.rows.findIndex(row => row.key === key)
    return index < 0 ? null : TOP + this.offsetOf(index) - this.scrollTop
  }
  view(wanted: string | null): View {
    const top = this.rows[Math.min(this.firstNotAbove(), this.rows.length - 1)]
    const at = wanted === null ? null : this.placeOf(wanted)
    const index = this.rows.findIndex(row => row.key === wanted)
    return {
      offset: this.scrollTop,
      viewport: this.viewport,
      size: Math.max(this.size, this.viewport),
      top: top ? { key: top.key, offset: this.placeOf(top.key) ?? 0 } : null,
      row: at === null ? null : { top: at, bottom: at + this.sizeOf(index) },
    }
  }
}

/** A conversation on screen, and whoever reads it. */
class World {
  state: Anchor = OPENING
  list = new List()
  rows: readonly Row[] = []
  arrived = 0
  private openAt: string | null = null
  private made = 0

  row(n: number): Row {
    this.made += 1
    return { key: `r${this.made}`, height: 20 + (n % 380) }
  }
  some(n: number): Row[] {
    return Array.from({ length: 1 + (n % 12) }, (_, at) => this.row((n >> 4) * (at + 7)))
  }

  send(event: Event): void {
    const { state, scroll } = step(this.state, event)
    this.state = state
    if (scroll) this.list.scrollTo(scroll)
  }
  /** Draws what there is now, as use-anchored-rows.ts does; it is measured and looked at in the frames that follow. */
  show(own = false): void {
    for (;;) {
      const { rows, change } = stageRows(this.list.rows, this.rows)
      this.list.setRows(rows, change === 'start')
      this.send({ type: 'rows', rows, change, own, arrived: this.arrived, openAt: this.openAt })
      if (rows === this.rows) break
    }
    this.frame()
  }
  frame(): void {
    for (let turn = 0; turn < 4; turn += 1) {
      while (this.list.measure()) this.send({ type: 'resized' })
      if (this.state.phase.name === 'following' && !isAtEnd(this.list.view(null)))
        throw new Error('the end that is followed is out of sight for a frame')
      this.look()
    }
  }
  private look(): void {
    this.send({ type: 'looked', view: this.list.view(sought(this.state)) })
  }
  /** Somebody scrolls: it is looked at before anything new is drawn. */
  scrollBy(pixels: number): void {
    this.rest()
    this.list.scrollBy(pixels)
    this.look()
    this.frame()
  }
  /** The reader has the list scrolled: that is seen before anything new is drawn, as above. */
  ask(event: Event): void {
    this.send(event)
    this.look()
    this.frame()
  }
  resize(viewport: number): void {
    this.rest()
    this.list.viewport = viewport
    this.list.scrollBy(0)
    this.send({ type: 'resized' })
    this.frame()
  }
  rest(): void {
    this.list.rest()
    this.send({ type: 'rested' })
  }
  /** Another ticket is opened: everything begins anew. */
  open(count: number, n: number, unread = 0): void {
    this.state = OPENING
    this.list = new List()
    this.rows = Array.from({ length: count }, (_, at) => this.row(n * (at + 3)))
    this.openAt = unread > 0 ? (this.rows.at(-unread)?.key ?? null) : null
    this.show()
  }

  /** What holds at every moment. */
  judge(): void {
    const { phase, rows } = this.state
    const what = JSON.stringify({ phase, view: this.list.view(null) })
    if (phase.name === 'opening' || phase.name === 'jumping') throw new Error(`not there yet: ${what}`)
    if (rows !== this.rows) throw new Error(`other rows: ${what}`)
    if (phase.name === 'following') {
      if (!isAtEnd(this.list.view(null))) throw new Error(`follows an end that is out of sight: ${what}`)
      return
    }
    const place = this.list.placeOf(phase.key)
    if (place === null || Math.abs(place - phase.offset) > 0.5)
      throw new Error(`holds another place, ${place}: ${what}`)
    if (phase.unseen < 0 || isAtEnd(this.list.view(null))) throw new Error(`reads at the end: ${what}`)
  }
}

/** What others do to a conversation; nobody's place may change by it. */
const OTHERS: readonly ((world: World, n: number) => void)[] = [
  (world, n) => {
    world.rows = [...world.some(n), ...world.rows]
    world.show()
  },
  (world, n) => {
    const came = world.some(n & 3)
    world.arrived += came.length
    world.rows = [...world.rows, ...came]
    world.show()
  },
  // Older and new ones in one turn.
  (world, n) => {
    world.rows = [...world.some(n), ...world.rows, ...world.some(n >> 3)]
    world.show()
  },
  // A note, or an entry that takes the place of when it left.
  (world, n) => {
    const at = n % (world.rows.length + 1)
    world.rows = [...world.rows.slice(0, at), world.row(n >> 5), ...world.rows.slice(at)]
    world.show()
  },
  (world, n) => {
    const at = n % world.rows.length
    if (world.rows.length > 1) world.rows = world.rows.filter((_, index) => index !== at)
    world.show()
  },
  (world, n) => {
    if (world.rows.length > 12) world.rows = world.rows.slice(n % 6)
    world.show()
  },
  // The same rows with other contents, and one of another height.
  (world, n) => {
    world.rest()
    const at = n % world.rows.length
    world.rows = world.rows.map((row, index) =>
      index === at ? { ...row, height: 20 + ((n >> 5) % 380) } : row,
    )
    world.show()
  },
  (world, n) => world.resize(300 + (n % 500)),
  world => world.rest(),
]

/** What the reader does. */
const READER: readonly ((world: World, n: number) => void)[] = [
  (world, n) => world.scrollBy(-(n % 1_500)),
  (world, n) => world.scrollBy(n % 1_500),
  (world, n) => world.ask({ type: 'target', key: world.rows[n % world.rows.length]?.key ?? '' }),
  (world, n) => world.ask({ type: 'moved', key: world.rows[n % world.rows.length]?.key ?? '' }),
  world => world.ask({ type: 'toEnd' }),
  world => world.send({ type: 'held' }),
  (world, n) => {
    world.rows = [...world.rows, world.row(n)]
    world.show(true)
    expect(world.state.phase.name).toBe('following')
  },
  (world, n) => world.open(1 + (n % 40), n >> 6, (n >> 12) % 8),
]

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const histories = fc.array(fc.nat(0x3fffffff), { maxLength: 40, size: 'max' })

/** Lives through a history and sees after each turn that the state is a legal one and the reader's place is kept. */
function live(history: readonly number[]): World {
  const world = new World()
  world.open(30, history.length)
  world.judge()
  for (const n of history) {
    const before = world.state
    const rows = world.rows
    if (n & 1) {
      pick(OTHERS, (n >> 1) & 15)(world, n >> 5)
      expectPlaceKept(before, rows, world)
    } else pick(READER, (n >> 1) & 15)(world, n >> 5)
    world.judge()
  }
  return world
}

function expectPlaceKept(before: Anchor, rows: readonly Row[], world: World): void {
  const { phase } = before
  if (phase.name !== 'reading') return
  // Where the row itself is gone, the next one that is left stands in its place.
  const from = rows.findIndex(row => row.key === phase.key)
  const held = rows.slice(from).find(row => world.rows.some(one => one.key === row.key))
  if (!held) return
  const place = world.list.placeOf(held.key) ?? Number.NaN
  const moved = place - phase.offset
  if (Math.abs(moved) > 0.5 && world.list.canScrollBy(moved))
    throw new Error(`the reader was at ${held.key} ${phase.offset}, and is at ${place}`)
}

describe('anchor', () => {
  it('keeps the reader’s place to the pixel, and the end in view where it is followed, in any history', () => {
    fc.assert(
      fc.property(histories, history => void live(history)),
      { numRuns: 3_000 },
    )
  })
})

/** A thread of 30 rows of 100 px, read 1,000 px above its end. */
function readingAt(): World {
  const world = new World()
  world.rows = Array.from({ length: 30 }, () => ({ ...world.row(0), height: 100 }))
  world.show()
  world.scrollBy(-1_000)
  return world
}
const arrive = (world: World, count: number): void => {
  world.arrived += count
  world.rows = [...world.rows, ...Array.from({ length: count }, () => world.row(80))]
  world.show()
}

describe('a conversation', () => {
  it('counts nothing for a reader at the end', () => {
    const world = new World()
    world.open(30, 5)
    arrive(world, 3)
    expect(unseenOf(world.state)).toBe(0)
    expect(world.state.phase.name).toBe('following')
  })

  it('stays where it was read when its rows get another width and the browser has lost the place', () => {
    const world = readingAt()
    const { phase } = world.state
    if (phase.name !== 'reading') throw new Error(phase.name)
    world.list.scrollBy(-100_000)
    world.ask({ type: 'rewrapped' })
    world.judge()
    expect(world.list.placeOf(phase.key)).toBe(phase.offset)

    world.ask({ type: 'toEnd' })
    world.list.scrollBy(-100_000)
    world.ask({ type: 'rewrapped' })
    expect(world.state.phase.name).toBe('following')
    world.judge()
  })

  it('lets go of a place it came back to, which is a row that begins above the view', () => {
    const world = readingAt()
    const { phase } = world.state
    if (phase.name !== 'reading') throw new Error(phase.name)
    const place = { key: phase.key, offset: -20 }
    world.send({ type: 'toEnd' })
    world.frame()
    world.send({ type: 'place', place })
    world.frame()
    expect(world.state.phase).toMatchObject({ name: 'reading', ...place })
    world.scrollBy(-200)
    world.frame()
    expect(world.list.placeOf(place.key)).toBe(180)
  })

  it.each<[string, (world: World) => void]>([
    ['the end is asked for', world => world.send({ type: 'toEnd' })],
    ['the reader writes', world => READER[6]?.(world, 100)],
    ['the reader comes back to it', world => world.scrollBy(1_499)],
  ])('is followed again when %s', (_, back) => {
    const world = readingAt()
    arrive(world, 2)
    back(world)
    world.frame()
    expect(world.state.phase.name).toBe('following')
    expect(unseenOf(world.state)).toBe(0)
    world.judge()
  })

  it('opens at the first unread message where that is above the last screen, with a line above it', () => {
    const world = new World()
    world.open(30, 80, 7)
    const unread = world.rows.at(-7)?.key ?? ''
    expect(world.list.placeOf(unread)).toBeGreaterThan(0)
    world.open(30, 80, 25)
    expect(world.state.phase.name).toBe('reading')
    expect(world.list.placeOf(world.rows.at(-25)?.key ?? '')).toBe(64)
    world.open(30, 80, 2)
    expect(world.state.phase.name).toBe('following')
  })

  it('is not drawn back to its end by rows that are measured while a jump is under way', () => {
    const world = new World()
    world.open(30, 80)
    const target = world.rows[3]?.key ?? ''
    const { state, scroll } = step(world.state, { type: 'target', key: target })
    expect(scroll).toEqual({ scrollTo: target, align: 'center', offset: 0 })
    expect(step(state, { type: 'resized' }).scroll).toBeNull()
    // Seen where it was, it is sought again.
    expect(step(state, { type: 'looked', view: world.list.view(target) }).scroll).toEqual(scroll)
  })

  it('belongs to whoever takes hold of it before it has come to its end', () => {
    const view: View = { offset: 0, viewport: 600, size: 3_000, top: { key: 'a', offset: 46 }, row: null }
    const rows = [{ key: 'a' }, { key: 'b' }]
    const opening = step(OPENING, { type: 'rows', rows, change: 'end', own: false, arrived: 0, openAt: null })
    expect(opening.scroll).toEqual({ scrollTo: 'b', align: 'end', offset: 0 })
    expect(step(opening.state, { type: 'looked', view }).scroll).toEqual(opening.scroll)
    const held = step(opening.state, { type: 'held' })
    expect(step(held.state, { type: 'looked', view })).toMatchObject({
      state: { phase: { name: 'reading', key: 'a' } },
      scroll: null,
    })
  })
})
