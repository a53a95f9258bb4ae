/** No module of main or server keeps state of its own (docs/architecture.md, "What a server process holds in memory"). */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const bare = (node: Expression | null): Expression | null =>
  node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' ? bare(node.expression) : node

/** Calls that change what they are called on. */
const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|abort|run|enterWith)$/

/** What a module itself keeps beyond constants: `name: how it is made`. */
function stateOf(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  /** Names that are changed somewhere in the module. */
  const changed = new Set<string>()
  const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : '')
  const memberOf = (node: Node): string =>
    node.type === 'MemberExpression' ? nameOf(node.object) || memberOf(node.object) : ''
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (CHANGES.test(callee.property.name)) changed.add(nameOf(callee.object))
    },
    AssignmentExpression: ({ left }) => void changed.add(memberOf(left)),
    UpdateExpression: ({ argument }) => void changed.add(memberOf(argument)),
    UnaryExpression: ({ operator, argument }) =>
      void (operator === 'delete' && changed.add(memberOf(argument))),
  }).visit(program)
  changed.delete('')
  const ours = new Set<string>()
  const found: string[] = []
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.'))
      for (const { local } of statement.specifiers) ours.add(local.name)
    const said =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement
    if (said.type === 'FunctionDeclaration' && said.id) ours.add(said.id.name)
    if (said.type !== 'VariableDeclaration') continue
    for (const { id, init } of said.declarations) {
      const name = id.type === 'Identifier' ? id.name : ''
      const made = bare(init)
      if (made?.type === 'ArrowFunctionExpression') ours.add(name)
      if (said.kind !== 'const') found.push(`${name}: ${said.kind}`)
      else if (changed.has(name)) found.push(`${name}: changed`)
      // A function of ours may keep something in what it gives.
      else if (made?.type === 'CallExpression' && ours.has(nameOf(made.callee)))
        found.push(`${name}: ${nameOf(made.callee)}()`)
    }
  }
  return found
}

/** Functions of ours that give constants, or what is kept for each database, which ends with it. */
const GIVES_NO_STATE =
  /: (?:capabilitiesOf|inPlan|initial|listOf|part|perEngine|translators|turnoAdapter|prepared|untilChanged|texts|ticketRows|wholeRows|records|platformRecords|announceShared)\(\)$/

/** What is of the whole process, whatever workspaces run in it, and why. */
const OF_THE_PROCESS: Record<string, string> = {
  'database/open.ts chosen: let': 'a native module is loaded once for the process',
  'server/platform/auth/passwords.ts places: queue()': 'threads and processors are the process’s',
  'server/platform/auth/passwords.ts decoy: let': 'a constant that is computed when it is first needed',
  'documents/in-thread.ts inTurn: queue()': 'the processor is the process’s',
  'server/index.ts log: rationedLog()': 'the program itself, not a module of it',
  'outward/names.ts lookUp: createLookup()': 'the system’s threads are the process’s',
  // What goes on in one call, and is given to those below it.
  'server/platform/db/engine/engine.ts writing: let': 'set and put back within one synchronous call',
  'server/platform/db/engine/inside.ts context: changed': 'of one asynchronous call',
  'server/platform/operation/request-scope.ts scope: changed': 'of one asynchronous call',
}

describe('state of main and server', () => {
  const files = [
    'copilot',
    'database',
    'documents',
    'main',
    'outward',
    'preload',
    'providers',
    'server',
  ].flatMap(room =>
    readdirSync(join(root, 'electron', room), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => `${room}/${name.replaceAll('\\', '/')}`),
  )

  it('is seen wherever a module keeps it', () => {
    const module = `
      import { createFairQueue } from './fair-queue'
      const CONSTANTS = new Set([1]), RATES: Record<string, number> = { a: 1 }
      const asked = new WeakMap<object, number>(), list: string[] = [], figures = { count: 0, last: { at: 0 } }
      const lanes = createFairQueue(1), known = own(), form = z.object({ a: RATES })
      function own() { return new Map() }
      let timer
      export let closed = CONSTANTS.has(2)
      export const work = (app: object) => {
        const inside = new Map()
        inside.set(1, 2)
        asked.set(app, 1)
        list.push('a')
        figures.last.at += 1
      }`
    expect(stateOf('module.ts', module)).toEqual([
      'asked: changed',
      'list: changed',
      'figures: changed',
      'lanes: createFairQueue()',
      'timer: let',
      'closed: let',
    ])
  })

  it('is kept by no module, but what is of the whole process', () => {
    const found = files.flatMap(name =>
      stateOf(name, read(`electron/${name}`))
        .filter(state => !GIVES_NO_STATE.test(state))
        .map(state => `${name} ${state}`),
    )
    expect(found.toSorted()).toEqual(Object.keys(OF_THE_PROCESS).toSorted())
  })
})
