/** Reads what a file uses and judges it by the table of rooms (rooms.config.ts). */
import { posix } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { GUARDED, ROOMS } from '../../../rooms.config'
import { globalsIn } from './globals'

/** One thing a file uses or does: each is a member of a row of the table. */
interface Use {
  kind: 'rooms' | 'packages' | 'node' | 'globals' | 'writes' | 'casts' | 'speaks'
  /**
   * A path, `package/part`, `package#name`, `type:package`, a builtin without `node:`, a global; else one of the words that
   * the table says.
   */
  what: string
}

/** What a room may not, by the kind of a use. */
const REFUSED: Record<Exclude<Use['kind'], 'rooms'>, (what: string) => string> = {
  packages: what => `use ${what}`,
  node: what => `use node:${what}`,
  globals: what => `use ${what}`,
  writes: what => `write by db.${what}, which names no company`,
  casts: what => `take parsed ${what} for what it expects`,
  speaks: what => `say a sentence in ${what}`,
}

/** Rooms that speak SQL of one engine: the dialects', and what several processes do, which is PostgreSQL's alone. */
const ENGINES = ['electron/server/platform/db/engine', 'electron/server/platform/cluster']
/** Where what opens a connection by itself has to be listed. */
const CONNECTS = /^(?:src|electron)\//
/** Words of SQL that only one of the two engines knows. */
const ONE_ENGINE =
  /\b(?:json_\w+|jsonb\w*|group_concat|string_agg|array_agg|strftime|(?:date)?time\(|julianday|unixepoch|ifnull|iif|glob|match|insert or \w+|replace into|rowid|pragma|collate|indexed by|instr|printf|last_insert_rowid|changes\(|ilike|now\(|distinct on|for (?:update|share)|skip locked|interval|date_trunc|to_char|generate_series|any\(|pg_\w+)|::\w+/i
const SAID_ALOUD =
  /^(?:title|subTitle|label|placeholder|alt|description|message|tooltip|help|extra|okText|cancelText|aria-(?:label|description|roledescription))$/
/** Two words in a row, which no address, key or sample of a value is; a child of an element is spoken with one. */
const SENTENCE = /\p{L}{2,}[,;:]?\s+\p{L}{2,}/u
const WORD = /\p{L}{2,}/u
/** What somebody else wrote, as an object of any shape. */
const PARSED = /^\(?(?:await )?(?:JSON\.parse\(|[\w.]+\.json\(\)\)?$)/
/** A sentence in Portuguese or Spanish: by a letter that English has not, or two small words of theirs. */
const FOREIGN = /[\u00C0-\u024F]/u
const SMALL_WORDS =
  /(?<=^|[\s"*(])(?:de|da|das|dos|del|el|em|las|los|ou|para|por|que|seu|sua|um|uma|una)(?=[\s,.!?"*)]|$)/giu

const literal = (node: Expression | { type: string }): string | undefined => {
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && 'quasis' in node)
    return node.quasis.map(({ value }) => value.raw).join('…')
  if (node.type === 'ConditionalExpression' && 'consequent' in node)
    return `${literal(node.consequent) ?? ''}\n${literal(node.alternate) ?? ''}`
  if (node.type === 'LogicalExpression' && 'right' in node) return literal(node.right)
  return undefined
}

const rootName = (node: { type: string }): string => {
  if (node.type === 'Identifier' && 'name' in node) return String(node.name)
  if (node.type === 'MemberExpression' && 'object' in node) return rootName(node.object as Expression)
  return ''
}

/** The name of a member or a property, however it is written. */
const literalName = (node: { type: string }): string =>
  node.type === 'Identifier' && 'name' in node ? String(node.name) : (literal(node) ?? '')

/** The last name of what a member is taken of: `db` of `app.db`. */
const lastName = (node: { type: string }): string =>
  node.type === 'MemberExpression' && 'property' in node
    ? literalName(node.property as Expression)
    : literalName(node)

/** What loads by name in a file: `require` and what `createRequire` made there, each also by its `resolve`. */
function loaders(text: string): (callee: Expression) => boolean {
  const made = [...text.matchAll(/(\w+)\s*=\s*createRequire\(/g)].map(([, name]) => name)
  const names = new Set(['require', ...made])
  const loads = (callee: Expression): boolean => {
    if (callee.type === 'CallExpression') return rootName(callee.callee) === 'createRequire'
    if (callee.type === 'MemberExpression') return loads(callee.object as Expression)
    return names.has(rootName(callee))
  }
  return loads
}

function meantBy(path: string, from: string, name: string | undefined, isType: boolean): Use[] {
  const [bare = ''] = from.split('?')
  if (bare.startsWith('.')) return [{ kind: 'rooms', what: posix.join(posix.dirname(path), bare) }]
  if (bare === '@contract') return [{ kind: 'rooms', what: 'src/contract/index' }]
  if (bare.startsWith('@/')) return [{ kind: 'rooms', what: `src/${bare.slice(2)}` }]
  if (bare.startsWith('node:')) return [{ kind: 'node', what: bare.slice(5) }]
  if (isType) return [{ kind: 'packages', what: `type:${bare}` }]
  // Who takes a whole package takes each of its guarded names.
  const guarded = GUARDED.filter(one => one.startsWith(`${bare}#`) && (!name || one === `${bare}#${name}`))
  return [bare, ...guarded].map(what => ({ kind: 'packages', what }))
}

export interface Read {
  uses: Use[]
  /** Sentences that a person would read in one language only. */
  sentences: string[]
  /** SQL of one engine. */
  words: string[]
}

/**
 * Reads one file.
 * @param path from the repository, with slashes.
 * @throws where the text is no TypeScript.
 */
export function readFile(path: string, text: string): Read {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const read: Read = { uses: [], sentences: [], words: [] }
  const note = (from: string, name?: string, isType = false): void => {
    read.uses.push(...meantBy(path, from, name, isType))
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) note(moduleRequest.value)
    for (const { importName, isType } of entries)
      note(
        moduleRequest.value,
        importName.kind === 'Name' ? (importName.name ?? undefined) : undefined,
        isType,
      )
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, isType } of entries)
      if (moduleRequest) note(moduleRequest.value, importName.name ?? undefined, isType)

  const spoken = (node: Expression | { type: string }, pattern: RegExp): void => {
    const said = literal(node)
    if (said && pattern.test(said) && /\p{Ll}/u.test(said)) read.sentences.push(said.trim())
  }
  const sql = (node: Expression | { type: string }): void => {
    const word = literal(node)?.match(ONE_ENGINE)?.[0]
    if (word) read.words.push(word)
  }
  if (CONNECTS.test(path)) for (const what of globalsIn(program)) read.uses.push({ kind: 'globals', what })
  const loads = loaders(text)
  const isProgram = path.startsWith('electron/')
  const said = (words: string): void => {
    if (
      isProgram &&
      SENTENCE.test(words) &&
      (FOREIGN.test(words) || (words.match(SMALL_WORDS) ?? []).length > 1)
    )
      read.uses.push({ kind: 'speaks', what: 'Portuguese' })
  }
  const draws = /^src\/(?:app|features|spy|ui)\//.test(path)
  new Visitor({
    ImportExpression: ({ source }) => {
      const from = literal(source)
      if (from) note(from)
    },
    TSExternalModuleReference: ({ expression }) => note(expression.value),
    TSImportType: ({ source }) => note(source.value, undefined, true),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!first) return
      const from = literal(first)
      if (from && loads(callee)) note(from)
      if (callee.type === 'MemberExpression' && literalName(callee.property) === 'getBuiltinModule' && from)
        note(`node:${from.replace(/^node:/, '')}`)
      if (text.slice(callee.start, callee.end) === 'import.meta.glob' && from) note(from)
      if (draws && rootName(callee) === 'toasts') spoken(first, SENTENCE)
      if (callee.type === 'MemberExpression' && rootName(callee) === 'sql') sql(first)
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') said(value)
    },
    TemplateElement: ({ value }) => said(value.raw),
    MemberExpression: ({ object, property }) => {
      const name = literalName(property)
      if (isProgram && /^(?:platform|unordered)$/.test(name) && lastName(object) === 'db')
        read.uses.push({ kind: 'writes', what: name })
    },
    TSAsExpression: ({ expression, typeAnnotation }) => {
      const isKnown = !/^unknown\b/.test(text.slice(typeAnnotation.start, typeAnnotation.end))
      if (CONNECTS.test(path) && isKnown && PARSED.test(text.slice(expression.start, expression.end)))
        read.uses.push({ kind: 'casts', what: 'JSON' })
    },
    NewExpression: ({ callee, arguments: [first, base] }) => {
      const from = first && literal(first)
      if (
        from &&
        base &&
        rootName(callee) === 'URL' &&
        text.slice(base.start, base.end) === 'import.meta.url'
      )
        note(from)
    },
    Property: ({ key, value }) => {
      if (draws && SAID_ALOUD.test(literalName(key))) spoken(value, SENTENCE)
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (rootName(tag) === 'sql') sql(quasi)
    },
    JSXText: node => {
      if (WORD.test(node.value)) read.sentences.push(node.value.trim())
    },
    JSXElement: ({ children }) => {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer') spoken(child.expression, WORD)
    },
    JSXAttribute: ({ name, value }) => {
      if (!value || typeof name.name !== 'string' || !SAID_ALOUD.test(name.name)) return
      spoken(value.type === 'JSXExpressionContainer' ? value.expression : value, SENTENCE)
    },
  }).visit(program)
  return read
}

const isRoom = (row: string): boolean => !/\/\*\*$|\.tsx?$/.test(row)
const rooms = Object.keys(ROOMS)
  .filter(isRoom)
  .sort((one, other) => other.length - one.length)

/**
 * The room a file or folder stands in: the deepest one of the table.
 * @param path from the repository, with or without its ending.
 */
export const roomOf = (path: string): string | undefined =>
  rooms.find(room => {
    if (room === 'src/features/*') return path.startsWith('src/features/')
    if (path === room) return true
    if (!path.startsWith(`${room}/`)) return false
    return !(`${room}/**` in ROOMS) || !path.slice(room.length + 1).includes('/')
  })

const covers = (row: string, path: string, room: string): boolean => {
  if (row.endsWith('/**')) return path.startsWith(row.slice(0, -2))
  return row === (isRoom(row) ? room : path)
}

/** Whether an entry of a list names something. `beside` is the folder that `./` stands for. */
function names(entry: string, what: string, beside: string): boolean {
  const name = entry.startsWith('./') ? `${beside}${entry.slice(1)}` : entry
  return name === '*' || name === what || (name.endsWith('/**') && what.startsWith(name.slice(0, -2)))
}

const entriesOf = (list = ''): string[] => list.split(' ').filter(Boolean)

/** The folder that `./` stands for in the rows of a file: `electron/main`, `electron/server`. */
const besideOf = (path: string): string => path.split('/').slice(0, 2).join('/')

/** The names under which a row may allow a use; none for a file of the same room. */
function askedFor({ kind, what }: Use, room: string): string[] {
  if (kind !== 'rooms') return [what, what.replace(/^type:/, '')]
  const target = roomOf(what) ?? what
  return target === room ? [] : [target, what]
}

const areaOf = (path: string): string | undefined => /^src\/features\/([^/]+)/.exec(path)?.[1]

/**
 * Judges one file by the table.
 * @param path from the repository, with slashes.
 * @param read what `readFile` says of it.
 * @returns what it may not, each with the reason; empty when all is well.
 */
export function refusals(path: string, read: Read): string[] {
  const room = roomOf(path)
  if (!room) return [`${path} stands in no room`]
  const rows = Object.entries(ROOMS).filter(([row]) => covers(row, path, room))
  const beside = besideOf(path)
  const may = (kind: Use['kind'], ...asked: string[]): boolean =>
    rows.some(([, row]) => entriesOf(row[kind]).some(entry => asked.some(one => names(entry, one, beside))))

  const { uses, sentences, words } = read
  const refused = new Set<string>()
  for (const use of uses) {
    const { kind, what } = use
    const asked = askedFor(use, room)
    if (kind !== 'rooms') {
      if (!may(kind, ...asked)) refused.add(`${room} may not ${REFUSED[kind](what)}`)
      continue
    }
    if (asked.length > 0 && !may('rooms', ...asked)) refused.add(`${room} may not import ${asked[0]}`)
    const entersArea = areaOf(what) && areaOf(what) !== areaOf(path)
    if (entersArea && !/^src\/features\/[^/]+(?:\/index)?$/.test(what) && !may('rooms', '*'))
      refused.add(`${what} stands behind the index of its area`)
  }
  if (path.startsWith('src/') && room !== 'src/gallery' && !path.endsWith('.gallery.tsx'))
    for (const sentence of sentences) refused.add(`"${sentence}" is said in one language only`)
  if (path.startsWith('electron/server/') && !ENGINES.includes(room))
    for (const word of words) refused.add(`"${word}" is SQL of one engine only`)
  return [...refused]
}

/**
 * The entries of a table that no file needs.
 * @param reads every file of the tree, with what `readFile` says of it.
 * @returns each as `row: entry`; `*` is never among them.
 */
export function unused(reads: [path: string, read: Read][], table = ROOMS): string[] {
  const left = new Set(
    Object.entries(table).flatMap(([row, lists]) =>
      Object.values(lists).flatMap(list => entriesOf(list).map(entry => `${row}: ${entry}`)),
    ),
  )
  for (const [path, { uses }] of reads) {
    const room = roomOf(path)
    if (!room) continue
    const rows = Object.entries(table).filter(([row]) => covers(row, path, room))
    for (const use of uses)
      for (const asked of askedFor(use, room))
        for (const [row, lists] of rows)
          for (const entry of entriesOf(lists[use.kind]))
            if (names(entry, asked, besideOf(path))) left.delete(`${row}: ${entry}`)
  }
  return [...left].filter(one => !one.endsWith(': *'))
}
