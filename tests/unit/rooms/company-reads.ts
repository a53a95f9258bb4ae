/** Finds reads of companies' rows that name neither a company nor the rows. */
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { getTableColumns, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type CallExpression, type Function as Fn, type Node, parseSync, Visitor } from 'oxc-parser'
import * as schema from '../../../electron/server/platform/db/schema'

const TABLES = new Set(
  Object.entries(schema)
    .filter(([, table]) => is(table, SQLiteTable) && 'companyId' in getTableColumns(table))
    .map(([name]) => name),
)
const SCHEMA = 'electron/server/platform/db/schema'
const COMPANY = /\b(?:companyId|company_id|ownedCompanies)\b/
/** Rows by their own key, or by that of another row: whoever has it was checked when that row was read. */
const KEY =
  /\b(?:eq|inArray|amongIds|oneOf)\(\s*\w+\.(?:id|\w+Id|seq|\w+Seq|uuid|tokenHash|secret|txid|actor)\b/

interface Source {
  text: string
  /** What names of the file stand for, as it is written. */
  defs: Map<string, string>
  imports: Map<string, { path: string; name: string }>
  /** Conditions that a function is given: whoever calls it names the rows. */
  given: Set<string>
  /** Calls of functions by name, with their arguments. */
  calls: [name: string, given: string][]
  chains: CallExpression[][]
}

const nameOf = (node: Node | null | undefined): string => (node?.type === 'Identifier' ? node.name : '')
const memberOf = ({ callee }: CallExpression): string =>
  callee.type === 'MemberExpression' ? nameOf(callee.property) : ''

function parsed(path: string, text: string): Source {
  const { program, module } = parseSync(path, text)
  const source: Source = {
    text,
    defs: new Map(),
    imports: new Map(),
    given: new Set(),
    calls: [],
    chains: [],
  }
  const words = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
  const define = (id: Node, value: { start: number; end: number }): void => {
    if (id.type === 'ObjectPattern')
      for (const one of id.properties) if (one.type === 'Property') define(one.value, value)
    if (nameOf(id)) source.defs.set(nameOf(id), `${source.defs.get(nameOf(id)) ?? ''}\n${words(value)}`)
  }
  const takes = ({ params }: Pick<Fn, 'params'>): void => {
    for (const one of params)
      if (one.type === 'Identifier' && one.typeAnnotation && /\bSQL\b/.test(words(one.typeAnnotation)))
        source.given.add(one.name)
  }
  const inner = new Set<CallExpression>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => init && define(id, init),
    ForOfStatement: ({ left, right }) =>
      left.type === 'VariableDeclaration' && left.declarations[0] && define(left.declarations[0].id, right),
    FunctionDeclaration: node => {
      if (node.id) define(node.id, node)
      takes(node)
    },
    FunctionExpression: takes,
    ArrowFunctionExpression: node => takes(node as unknown as Fn),
    CallExpression: node => {
      // Records name the company themselves (electron/server/platform/records).
      if (nameOf(node.callee) === 'records')
        for (const [, where] of words(node).matchAll(/\bread(?:: async |: )?\(db, (where)\b/g))
          source.given.add(where ?? '')
      if (nameOf(node.callee)) source.calls.push([nameOf(node.callee), node.arguments.map(words).join(' ')])
      if (inner.has(node)) return
      const chain: CallExpression[] = []
      for (
        let one: Node = node;
        one.type === 'CallExpression' && one.callee.type === 'MemberExpression';
        one = one.callee.object
      ) {
        chain.push(one)
        inner.add(one)
      }
      source.chains.push(chain)
    },
  }).visit(program)
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName, isType } of entries) {
      const base = posix.join(posix.dirname(path), moduleRequest.value)
      const file = [`${base}.ts`, `${base}/index.ts`].find(one => existsSync(one))
      if (file && !isType && importName.name && !file.startsWith(SCHEMA))
        source.imports.set(localName.value, { path: file, name: importName.name })
    }
  return source
}

const sources = new Map<string, Source>()
function sourceOf(path: string): Source {
  const known = sources.get(path) ?? parsed(path, readFileSync(path, 'utf8'))
  sources.set(path, known)
  return known
}

/** What a name stands for, and where it is written. */
function meant(source: Source, name: string): { home: Source; words: string | undefined } {
  const { path, name: there } = source.imports.get(name) ?? { path: '', name }
  const home = path ? sourceOf(path) : source
  return { home, words: home.defs.get(there) }
}

/** Whether a function reads companies' rows by nothing but a condition it is given. */
const isAsking = (words: string): boolean =>
  !COMPANY.test(words) &&
  !KEY.test(words) &&
  [...words.matchAll(/(?:from|\$count)\((\w+)/g)].some(([, table = '']) => TABLES.has(table)) &&
  [...words.matchAll(/(\w+)\??: SQL\b/g)].some(([, name]) =>
    new RegExp(`(?:where|\\$count)\\([^;]*\\b${name}\\b`).test(words),
  )

/** Whether a condition, or what it is made of, passes a test; followed through names, also of other files. */
function says(
  source: Source,
  words: string,
  test: (words: string, source: Source) => boolean,
  seen = new Set<string>(),
): boolean {
  if (test(words, source)) return true
  return [...words.replace(/'[^']*'/g, '').matchAll(/(?<![.\w])[a-z]\w*/g)].some(([name]) => {
    const { home, words: more } = meant(source, name)
    if (more === undefined || seen.has(more)) return false
    seen.add(more)
    return says(home, more, test, seen)
  })
}

/**
 * Reads of companies' rows in a file that name neither a company nor the rows.
 * @param path from the repository, which is the working folder.
 * @returns each by its table, or by the function that is given a condition and reads by it.
 */
export function readsOfAll(path: string, text: string): string[] {
  const source = parsed(path, text)
  const isGiven = (words: string, { given }: Source): boolean =>
    [...given].some(name => new RegExp(`\\b${name}\\b`).test(words))
  const isBound = (where: string, joined = ''): boolean =>
    says(source, `${where} ${joined}`, words => COMPANY.test(words)) ||
    says(source, where, words => KEY.test(words)) ||
    says(source, where, isGiven)
  const reads = source.chains.flatMap(chain => {
    const table = nameOf(chain.find(one => /^(?:from|\$count)$/.test(memberOf(one)))?.arguments[0])
    const condition = (...calls: string[]): string =>
      chain
        .filter(one => calls.includes(memberOf(one)))
        .flatMap(one => one.arguments.slice(memberOf(one) === 'where' ? 0 : 1))
        .map(({ start, end }) => text.slice(start, end))
        .join(' ')
    return !TABLES.has(table) || isBound(condition('where', '$count'), condition('innerJoin')) ? [] : [table]
  })
  const asked = source.calls.filter(
    ([name, given]) => isAsking(meant(source, name).words ?? '') && !isBound(given),
  )
  return [...reads, ...asked.map(([name]) => name)]
}
