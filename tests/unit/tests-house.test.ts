/** What must hold of the tests as a whole, so that none is red because a machine is busy. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What measures, lays waste or replays days has clocks of its own. */
const APART = /^tests\/(?:bench|chaos|faults|hostile|replay)\//

/** What may stay, each with its reason. */
const ALLOWED: Record<string, readonly string[]> = {
  // The one wait.
  'tests/support/soon.ts': ['a bare vi.waitFor', 'a patience of its own'],
  // It takes the picture all the same, and says that the screen was still busy.
  'tests/pictures/camera.ts': ['a patience of its own', 'a sleep'],
  // The first sign-in waits for the company that is being made.
  'tests/e2e/fixtures/sign-in.ts': ['a patience of its own'],
  // A broken line takes longer than anything else that is waited for.
  'tests/e2e/network.spec.ts': ['a patience of its own'],
  // A dialog that did not open is left out of the pictures, and named.
  'tests/pictures/pictures.spec.ts': ['a patience of its own'],
  // A slow line with failing requests takes longer than anything else, too.
  'tests/e2e/agent-hour.spec.ts': ['a patience of its own'],
  // A hand rests on a toast whose clock stands still: nothing tells how long.
  'tests/e2e/nothing-covered.spec.ts': ['a sleep'],
  // A finger rests for a little longer than lifts a card: the page's timer began first, and is the shorter one.
  'tests/unit/kanban/kanban-screen.test.tsx': ['a sleep'],
  // It counts what is drawn until nothing moves; a longer pause finds more.
  'tests/unit/thread/thread-pane.test.tsx': ['a sleep'],
  // Files that go a moment after their message: twice the same is at rest.
  'tests/integration/server/link-previews.test.ts': ['a sleep'],
  // A window of time that the database ends.
  'tests/integration/server/postgres.test.ts': ['a sleep'],
  // A process that is counted out by its silence.
  'tests/integration/server/leases.test.ts': ['a sleep'],
}

interface Node {
  type: string
  start: number
  [name: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const some = (node: Node, test: (part: Node) => boolean): boolean =>
  test(node) || partsOf(node).some(part => some(part, test))

/** The name at the end of what is called: `findByText` of `screen.findByText(…)`. */
const nameOf = (node: Node): string => {
  const end = (node.type === 'MemberExpression' ? node.property : node) as Node
  return end.type === 'Identifier' ? String(end.name) : ''
}
const calledName = (node: Node): string => (node.type === 'CallExpression' ? nameOf(node.callee as Node) : '')
const argumentsOf = (node: Node): Node[] => node.arguments as Node[]
const numberOf = (node: Node | undefined): number | null =>
  node?.type === 'Literal' && typeof node.value === 'number' ? node.value : null
/** What stands in brackets, is awaited or has its type said. */
const bare = (node: Node): Node =>
  /^(?:ParenthesizedExpression|TSAsExpression|TSNonNullExpression|ChainExpression)$/.test(node.type)
    ? bare(node.expression as Node)
    : node.type === 'AwaitExpression'
      ? bare(node.argument as Node)
      : node

const isClock = (node: Node): boolean => {
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : null
  const of = callee?.type === 'MemberExpression' ? nameOf(callee.object as Node) : ''
  return callee !== null && nameOf(callee) === 'now' && (of === 'performance' || of === 'Date')
}
/** `new Date()`, or one so far from it. */
const isNow = (node: Node): boolean => {
  if (node.type !== 'NewExpression' || nameOf(node.callee as Node) !== 'Date') return false
  const [given] = argumentsOf(node)
  return given === undefined || some(given, isClock)
}
/** What asks a moment for its day or hour. */
const OF_CALENDAR =
  /^(?:[gs]et(?:UTC)?(?:Day|Date|Hours|Month|FullYear)|toLocale(?:Date|Time)?String|toDateString)$/
/** @param moments names of what was set to now. */
function asksCalendar(call: Node, moments: ReadonlySet<string>): boolean {
  const name = calledName(call)
  if (name === 'dayjs') return argumentsOf(call).length === 0
  const callee = call.callee as Node
  if (callee.type !== 'MemberExpression') return false
  const object = callee.object as Node
  const isMoment = (part: Node): boolean => isNow(part) || moments.has(nameOf(part))
  if (name === 'slice') return calledName(object) === 'toISOString' && some(object, isMoment)
  return OF_CALENDAR.test(name) && isMoment(object)
}
/** A day and an hour of nobody's clock: another moment on each machine. */
const ZONELESS = /^\d{4}-\d\d-\d\dT[\d:.]+$/
const isZoneless = (node: Node): boolean => {
  const isMade = node.type === 'NewExpression' && nameOf(node.callee as Node) === 'Date'
  if (!isMade && calledName(node) !== 'parse') return false
  const [given] = argumentsOf(node)
  return typeof given?.value === 'string' && ZONELESS.test(given.value)
}
const isDifference = (node: Node): boolean =>
  node.type === 'BinaryExpression' && node.operator === '-' && isClock(node.left as Node)
const isElapsed = (node: Node): boolean => some(node, isDifference)
const hasTimeout = (node: Node): boolean =>
  node.type === 'ObjectExpression' &&
  (node.properties as Node[]).some(one => isNode(one.key) && nameOf(one.key) === 'timeout')

const WAITS = /^(?:find(?:All)?By\w+|waitFor|poll|toPass|to[A-Z]\w*)$/
/** What a file without any fault has none of; most need not be parsed. */
const SUSPECT =
  /\btimeout\b|setTimeout|waitForTimeout|vi\.wait|\.at\(-|toBeLessThan|\b(?:delay|pause|sleep|rest)\(|dayjs\(\)|new Date\((?:\)|Date\.now)|T[\d:.]+['"]\)/
const LOOPS = /^(?:soon|waitFor|poll|toPass)$/
/** Milliseconds from which a pause of a test is a sleep. */
const SLEEP_MS = 100

/** @returns what is wrong with a file of the tests, one line each: "12 a sleep". */
function faultsIn(path: string, text: string): string[] {
  const found: string[] = []
  const elapsed = new Set<string>()
  const moments = new Set<string>()
  const say = (node: Node, fault: string) => {
    found.push(`${text.slice(0, node.start).split('\n').length} ${fault}`)
  }
  const visitCall = (node: Node, inLoop: boolean): void => {
    const name = calledName(node)
    const callee = node.callee as Node
    const given = argumentsOf(node)
    const object = callee.type === 'MemberExpression' ? (callee.object as Node) : null
    if (/^wait(?:For|Until)$/.test(name) && object && nameOf(object) === 'vi') say(node, 'a bare vi.waitFor')
    // An attempt that a loop repeats may be given up early.
    if (!inLoop && WAITS.test(name) && given.some(hasTimeout)) say(node, 'a patience of its own')
    const pause = numberOf(given.at(name === 'setTimeout' ? 1 : 0))
    if (/^(?:delay|pause|sleep|rest)$/.test(name) && (pause ?? 0) >= SLEEP_MS) say(node, 'a sleep')
    if (asksCalendar(node, moments)) say(node, 'the calendar of today')
    if (name === 'waitForTimeout') say(node, 'a sleep')
    if (name === 'at' && object && /AllBy/.test(calledName(bare(object)))) {
      const place = given[0]
      if (place?.type === 'UnaryExpression') say(node, 'the last of all')
    }
    if (/^toBeLessThan/.test(name) && object && calledName(object) === 'expect') {
      const [measured] = argumentsOf(object)
      if (measured && (isElapsed(measured) || elapsed.has(nameOf(measured)))) say(node, 'a bound on the time')
    }
  }
  const visit = (node: Node, inLoop: boolean): void => {
    if (node.type === 'VariableDeclarator' && isNode(node.init)) {
      if (isDifference(bare(node.init))) elapsed.add(nameOf(node.id as Node))
      if (isNow(bare(node.init))) moments.add(nameOf(node.id as Node))
      const init = bare(node.init)
      const names = init.type === 'ObjectExpression' ? (init.properties as Node[]).map(one => one.key) : []
      if (hasTimeout(init) && names.every(key => isNode(key) && /^(?:timeout|intervals?)$/.test(nameOf(key))))
        say(node, 'a patience of its own')
    }
    if (node.type === 'NewExpression' && nameOf(node.callee as Node) === 'Promise') {
      const isSleep = (part: Node): boolean =>
        calledName(part) === 'setTimeout' && (numberOf(argumentsOf(part)[1]) ?? 0) >= SLEEP_MS
      if (some(node, isSleep)) say(node, 'a sleep')
    }
    if (isZoneless(node)) say(node, 'a moment without a zone')
    if (node.type === 'CallExpression') visitCall(node, inLoop)
    const loops = inLoop || LOOPS.test(calledName(node))
    for (const part of partsOf(node)) visit(part, loops)
  }
  if (!SUSPECT.test(text)) return found
  const { program } = parseSync(path, text)
  visit(program as unknown as Node, false)
  return found
}

const files = readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(entry =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/'),
  )
  .filter(path => !APART.test(path))

it('waits in one way, for what is meant, and measures no time', () => {
  const found = files.flatMap(path => {
    const allowed = ALLOWED[path] ?? []
    return faultsIn(path, readFileSync(join(root, path), 'utf8'))
      .filter(fault => !allowed.some(one => fault.endsWith(one)))
      .map(fault => `${path}:${fault}`)
  })
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(500)
})

it.each([
  ['vi.waitFor(() => check())', 'a bare vi.waitFor'],
  ['vi.waitUntil(() => done)', 'a bare vi.waitFor'],
  ["await screen.findByText('Oi', {}, { timeout: 5_000 })", 'a patience of its own'],
  ['await expect(page.locator("x")).toBeVisible({ timeout: 40_000 })', 'a patience of its own'],
  ['await expect.poll(left, { timeout: 5_000 }).toBe(1)', 'a patience of its own'],
  ['const PATIENCE = { timeout: 20_000, interval: 50 }', 'a patience of its own'],
  ['await new Promise(resolve => setTimeout(resolve, 300))', 'a sleep'],
  ['await page.waitForTimeout(50)', 'a sleep'],
  ['await delay(100)', 'a sleep'],
  ["(await screen.findAllByRole('button')).at(-1) as Element", 'the last of all'],
  ["within(box).getAllByRole<HTMLElement>('button').at(-1)", 'the last of all'],
  ['expect(performance.now() - began).toBeLessThan(5_000)', 'a bound on the time'],
  ['expect(title).toContain(new Date().getFullYear())', 'the calendar of today'],
  ['const at = new Date(); at.setHours(12)', 'the calendar of today'],
  ['new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)', 'the calendar of today'],
  ["dayjs().add(1, 'day')", 'the calendar of today'],
  ["new Date('2026-03-02T12:00:00')", 'a moment without a zone'],
  ["Date.parse('2026-03-02T12:00')", 'a moment without a zone'],
  ['const took = Date.now() - began; expect(took).toBeLessThan(900)', 'a bound on the time'],
])('refuses %s', (text, fault) => {
  expect(faultsIn('planted.ts', text)).toEqual([`1 ${fault}`])
})

it.each([
  'await soon(() => expect(left()).toBe(1))',
  'await expect(async () => { await expect(field).toHaveValue("", { timeout: 500 }) }).toPass()',
  'await new Promise(resolve => setTimeout(resolve, 5))',
  "const [first] = screen.getAllByRole('button')",
  'request({ timeout: 2_000 })',
  'const until = new Date(Date.now() + 60_000).toISOString()',
  "new Date('2026-03-02T12:00:00Z').getDay()",
  "Date.parse('2026-03-02T12:00:00-03:00')",

  'expect(performance.now() - began).toBeGreaterThan(900)',
])('takes %s', text => {
  expect(faultsIn('planted.ts', text)).toEqual([])
})
