/**
 * Statements that PostgreSQL is sent in one write and answers in one. pg sends each by itself once the one before was answered, and has
 * the columns of its rows described every time.
 */
import type { ClientBase, Connection, Submittable } from 'pg'
import { bound } from './texts'

export interface Statement {
  text: string
  values: readonly unknown[]
  /** Rows as arrays instead of objects. */
  inArrays: boolean
  /** The name under which the database keeps its plan; none unless given. */
  name?: string | undefined
}

export interface Answer {
  /** As PostgreSQL names what it did: `COMMIT`. */
  command: string
  rowCount: number | null
  rows: unknown[]
}

const BOOL = 16
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 22, 23, 700, 701, 1_700])
const yesOrNo = (value: string): number => (value === 't' ? 1 : 0)
const same = (value: string): string => value

/** How a type is read, by its number. Values are as SQLite gives them: 1 and 0 for yes and no, texts for what is no number. */
export const readerOf = (type: number): ((value: string) => unknown) =>
  NUMBERS.has(type) ? Number : type === BOOL ? yesOrNo : same

/** The columns of a statement's rows. */
type Shape = readonly { name: string; read(value: string): unknown }[]

/** What is known of named statements of one database. */
export interface Plans {
  readonly shapes: Map<string, Shape>
  /** Whose plans a connection keeps. */
  readonly kept: WeakMap<Connection, Set<string>>
  /** False where each transaction may get another connection: none keeps a plan. */
  readonly isKept: boolean
}

function sendable(value: unknown): string | Buffer | null {
  const plain = bound(value)
  if (plain === null || typeof plain === 'string') return plain
  return plain instanceof Uint8Array ? Buffer.from(plain) : String(plain)
}

/** Statements with one end: after one that fails, none is run. */
class Batch implements Submittable {
  /** pg's name for the milliseconds until the connection counts as dead. */
  readonly query_timeout: number | undefined
  private readonly answers: Answer[] = []
  private rows: unknown[] = []
  private shape: Shape | undefined
  private unlisten = (): void => {}

  /** @param callback called once: with the answers there are, or by pg with the error that none came in time. */
  constructor(
    readonly statements: readonly Statement[],
    private readonly plans: Plans,
    ms: number | undefined,
    public callback: ((error: Error | null, answers?: readonly Answer[]) => void) | null,
  ) {
    this.query_timeout = ms
  }

  submit(connection: Connection): void {
    const { isKept, shapes, kept } = this.plans
    const own = kept.get(connection) ?? new Set()
    kept.set(connection, own)
    const parsing: string[] = []
    connection.stream.cork()
    for (const { text, values, name: given } of this.statements) {
      const name = (isKept ? given : undefined) ?? ''
      if (!own.has(name) && !(name && parsing.includes(name))) {
        connection.parse({ name, text, types: [] }, true)
        parsing.push(name)
      }
      connection.bind({ statement: name, values: values.map(sendable) }, true)
      if (!given || !shapes.has(given)) connection.describe({ type: 'P' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    if (parsing.length === 0) return
    const parsed = (): void => {
      const name = parsing.shift()
      if (name) own.add(name)
    }
    connection.on('parseComplete', parsed)
    this.unlisten = () => connection.off('parseComplete', parsed)
  }

  private get name(): string | undefined {
    return this.statements[this.answers.length]?.name
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.shape = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.shape ??= this.plans.shapes.get(this.name ?? '') ?? []
    const { inArrays } = this.statements[this.answers.length] ?? { inArrays: true }
    const values = this.shape.map(({ read }, i) => {
      const value = fields[i] ?? null
      return value === null ? null : read(value)
    })
    this.rows.push(
      inArrays ? values : Object.fromEntries(this.shape.map(({ name }, i) => [name, values[i]] as const)),
    )
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ')
    if (this.name && !this.plans.shapes.has(this.name)) this.plans.shapes.set(this.name, this.shape ?? [])
    const rowCount = counts.length === 0 ? null : Number(counts.at(-1))
    this.answers.push({ command, rowCount, rows: this.rows })
    this.rows = []
    this.shape = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.end(null)
  }

  handleError(error: Error): void {
    this.end(error)
  }

  private end(error: Error | null): void {
    const { callback } = this
    this.callback = null
    this.unlisten()
    callback?.(error, this.answers)
  }
}

/** Texts without values and name may be several statements, which only pg's own queries send. */
const isScript = ({ values, name }: Statement): boolean => values.length === 0 && name === undefined

interface Waiting {
  statement: Statement
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Asks over one connection, in order. What is asked for in the same moment, before anything else is waited for, leaves together; what
 * comes while that is on its way leaves after its answer.
 * @param ms until the connection counts as dead; without it, it is waited for as long as it is open.
 * @returns asks. It rejects with the error of the statement, or of the one before it that left with it.
 */
export function askerOf(
  client: ClientBase,
  plans: Plans,
  ms: number | undefined,
): (statement: Statement) => Promise<Answer> {
  const waiting: Waiting[] = []
  let isBusy = false
  const answer = (asked: readonly Waiting[], error: unknown, answers: readonly Answer[]): void => {
    for (const [i, { resolve, reject }] of asked.entries()) {
      const own = answers[i]
      if (own) resolve(own)
      else reject(error)
    }
    next()
  }
  const next = (): void => {
    const first = waiting[0]
    isBusy = first !== undefined
    if (!first) return
    if (isScript(first.statement)) {
      const asked = waiting.splice(0, 1)
      const { text, inArrays } = first.statement
      const rowMode = inArrays ? { rowMode: 'array' as const } : {}
      client.query({ text, ...rowMode, ...(ms === undefined ? {} : { query_timeout: ms }) }).then(
        found => answer(asked, null, [Array.isArray(found) ? found.at(-1) : found]),
        (error: unknown) => answer(asked, error, []),
      )
      return
    }
    const script = waiting.findIndex(({ statement }) => isScript(statement))
    const asked = waiting.splice(0, script < 0 ? waiting.length : script)
    const statements = asked.map(({ statement }) => statement)
    client.query(new Batch(statements, plans, ms, (error, answers = []) => answer(asked, error, answers)))
  }
  return statement =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, resolve, reject })
      if (isBusy) return
      isBusy = true
      process.nextTick(next)
    })
}
