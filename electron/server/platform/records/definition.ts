/** What an area says of a kind of kept record, and what it can do with it then. */
import type { CompanyChannel, EventPayload, ServerErrorCode } from '@contract'
import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Workspace } from '../../workspace'
import type { Reader, Tx } from '../db/client'
import type { UploadedFile } from '../http/handlers'
import type { Attached } from '../media/attached'
import type { MediaPlace } from '../media/place'

export type KeptTable = SQLiteTable & { id: SQLiteColumn }
export type CompanyTable = KeptTable & { companyId: SQLiteColumn }
/** Whoever reads or writes; most often somebody who is signed in. */
export interface Caller {
  companyId: number
}

/** Channels that say no more than that something has changed. */
export type PlainChannel = {
  [C in CompanyChannel]: { action: 'changed' } extends EventPayload<C> ? C : never
}[CompanyChannel]

/** What became of a row: it came (no `before`), changed, or went (no `after`). */
export type Change<Row> = { before: Row | null; after: Row } | { before: Row; after: null }

type Placed<T extends KeptTable> = Extract<keyof T['$inferInsert'], string>

type Columns<T extends KeptTable> = Omit<T['$inferInsert'], 'companyId' | 'position'> & { companyId?: number }

/** The write a hook is called in. */
interface Inside {
  app: Workspace
  tx: Tx
}

/** What is done when the write is over, since no transaction may wait for it; nothing where there is nothing to do. */
export type Afterwards = ((app: Workspace) => Promise<void>) | undefined | void

/** What a record is. Hooks of a write run inside its transaction, in the order in which they stand here. */
export interface Definition<T extends KeptTable, Row, Form, Shown, Who extends Caller, Named extends string> {
  table: T
  /** Reads rows in the order of the list. @param where whose and which they are: nothing may be read without it. */
  read(db: Reader, where: SQL | undefined, who: Who): PromiseLike<Row[]>
  /** A row as it travels; as it is where this is left out. */
  show?(row: NoInfer<Row>, app: Workspace): Shown
  /** What is said of one that is not there, or not for the caller. */
  missing: ServerErrorCode
  /** Which of the company's rows somebody sees; all of them where both are left out. */
  visible?(who: Who): SQL | undefined
  sees?(who: Who, row: NoInfer<Row>): boolean
  /** The words a page is searched in. */
  search?(row: NoInfer<Row>): string
  /** What an answer calls the rows of a page; `records` where it is left out. */
  listed?: Named
  /** Whether somebody may change or delete what they see. */
  mayChange?(who: Who, row: NoInfer<Row>): boolean
  /** Refuses a form. @param before null where it adds one. */
  check?(tx: Tx, who: Who, form: Form, before: NoInfer<Row> | null, app: Workspace): Promise<void> | void
  /** The row that is answered instead of adding another one of that kind. */
  known?(tx: Tx, who: Who, form: Form): Promise<NoInfer<Row> | undefined>
  /** How many there may be: of a company, or of those that `whose` names. */
  most?: { count: number; code: ServerErrorCode; whose?(who: Who): SQL | undefined }
  /** The column of a row's place in the order of its company. A new one comes last, unless `columns` names its place. */
  place?: Placed<T>
  /** Columns of a form. The place and `updatedAt` are not its business, nor is the company of a company's record. */
  columns(form: Form, who: Who, before: NoInfer<Row> | null, inside: Inside): Columns<T> | Promise<Columns<T>>
  /** Writes what a form says beside its row, before that is read again. */
  written?(tx: Tx, who: Who, id: number, form: Form, before: NoInfer<Row> | null): Promise<Afterwards>
  /** Refuses to delete one, or takes along what hangs on it. */
  leaving?(tx: Tx, who: Who, row: NoInfer<Row>): Promise<Afterwards>
  /** The channel on which the company hears that something changed, or what is told to whom of each change; null: nobody hears. */
  announce: PlainChannel | null | ((app: Workspace, who: Who, change: Change<NoInfer<Row>>) => void)
  /** The one file of a row: how it is taken over, and where it lies (columns `mediaPath` and `mediaName`). */
  file?: {
    take(place: MediaPlace, companyId: number, files: readonly UploadedFile[]): Promise<Attached>
    of(row: NoInfer<Row>): string | null
    /** Whose folder it lies in; the caller's company where this is left out. */
    folder?(row: NoInfer<Row>): number
  }
}

/** Rows of one page under the name the area's answers have for them. */
export type PageAs<Named extends string, Shown> = { [N in Named]: Shown[] } & {
  count: number
  hasMore: boolean
}

/** What every kind of record can do. Each call throws the definition's `missing` and what its hooks throw. */
export interface Kept<Row, Form, Shown, Who, Named extends string> {
  /** Rows that somebody sees, in their order. */
  rows(db: Reader, who: Who, which?: SQL): Promise<Row[]>
  row(db: Reader, who: Who, id: number): Promise<Row>
  list(app: Workspace, who: Who): Promise<Shown[]>
  /** A page of those that contain what was typed. */
  page(
    app: Workspace,
    who: Who,
    query: { searchParam?: string | undefined; pageNumber: number },
  ): Promise<PageAs<Named, Shown>>
  one(app: Workspace, who: Who, id: number): Promise<Shown>
  create(app: Workspace, who: Who, form: Form): Promise<Shown>
  /** The same within a write of the company. */
  add(app: Workspace, tx: Tx, who: Who, form: Form): Promise<Row>
  update(app: Workspace, who: Who, id: number, form: Form): Promise<Shown>
  remove(app: Workspace, who: Who, id: number): Promise<null>
  /** Gives the named ones the places 1, 2, 3 ...; those that are not named follow as they stood. Unknown ones are no harm. */
  arrange(app: Workspace, who: Who, ids: readonly number[]): Promise<null>
  /** Gives one another file, or none; the one it had goes. @param files the file is the first of them. */
  setFile(app: Workspace, who: Who, id: number, files: readonly UploadedFile[] | null): Promise<Shown>
}
