/** What an area defines about a kind of record, and the operations it gets. */
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
/** Who reads or writes, usually a signed-in person. */
export interface Caller {
  companyId: number
}

/** Channels that only say that something has changed. */
export type PlainChannel = {
  [C in CompanyChannel]: { action: 'changed' } extends EventPayload<C> ? C : never
}[CompanyChannel]

type MemberOf<Payload> = Payload extends unknown ? Exclude<keyof Payload, 'action'> : never
/** How a channel says what became of a row: the members of its events with a new or changed row, and with the id of a deleted one. */
export type Told = {
  [C in CompanyChannel]: { channel: C; row: MemberOf<EventPayload<C>>; gone: MemberOf<EventPayload<C>> }
}[CompanyChannel]

/** A change of a row: added (no `before`), changed, or deleted (no `after`). */
export type Change<Row> = { before: Row | null; after: Row } | { before: Row; after: null }

type Placed<T extends KeptTable> = Extract<keyof T['$inferInsert'], string>

type Columns<T extends KeptTable> = Omit<T['$inferInsert'], 'companyId' | 'position'> & { companyId?: number }

/** Tells whoever is concerned of a change. */
export type Telling<Who, Row> = (app: Workspace, who: Who, change: Change<Row>) => void

/** The write a hook runs in. */
interface Inside {
  app: Workspace
  tx: Tx
}

/** Runs after the write, because no transaction may wait for it; undefined for nothing. */
export type Afterwards = ((app: Workspace) => Promise<void>) | undefined | void

/** The definition of a record. Hooks of a write run inside its transaction, in the order below. */
export interface Definition<T extends KeptTable, Row, Form, Shown, Who extends Caller, Named extends string> {
  table: T
  /**
   * Reads rows in the order of the list; all columns in the order of `order` unless given.
   * @param where the owner and the ids: nothing may be read without it.
   */
  read?(db: Reader, where: SQL | undefined, who: Who): PromiseLike<Row[]>
  order?: readonly SQL[]
  /** A row as it is sent; unchanged unless given. */
  show?(row: NoInfer<Row>, app: Workspace): Shown
  /** The error for a missing row, or one of somebody else; ERR_NOT_FOUND unless given. */
  missing?: ServerErrorCode
  /** Which of the company's rows a person sees; all when both are omitted. */
  visible?(who: Who): SQL | undefined
  sees?(who: Who, row: NoInfer<Row>): boolean
  /** The text a page is searched in. */
  search?(row: NoInfer<Row>): string
  /** The name of a page's rows in an answer; `records` unless given. */
  listed?: Named
  /** Whether a person may change or delete what they see. */
  mayChange?(who: Who, row: NoInfer<Row>): boolean
  /** Refuses a form. @param before null when adding. */
  check?(tx: Tx, who: Who, form: Form, before: NoInfer<Row> | null, app: Workspace): Promise<void> | void
  /** An existing row that is returned instead of adding an equal one. */
  known?(tx: Tx, who: Who, form: Form): Promise<NoInfer<Row> | undefined>
  /** The limit, for a company or for the rows `whose` selects. */
  most?: { count: number; code: ServerErrorCode; whose?(who: Who): SQL | undefined }
  /** The column for the order within a company. A new row comes last, unless `columns` gives its place. */
  place?: Placed<T>
  /** Columns of a form, without place, `updatedAt` and company. */
  columns(form: Form, who: Who, before: NoInfer<Row> | null, inside: Inside): Columns<T> | Promise<Columns<T>>
  /** Writes a form's values outside the row, before the row is read again. */
  written?(tx: Tx, who: Who, id: number, form: Form, before: NoInfer<Row> | null): Promise<Afterwards>
  /** Refuses to delete a row, or deletes what depends on it. */
  leaving?(tx: Tx, who: Who, row: NoInfer<Row>): Promise<Afterwards>
  /** The channel on which the company is told of changes, how it is told of rows, or a function; null: nobody is told. */
  announce: PlainChannel | Told | null | Telling<Who, NoInfer<Row>>
  /** The single file of a row: how it is stored, and where (columns `mediaPath` and `mediaName`). */
  file?: {
    take(place: MediaPlace, companyId: number, files: readonly UploadedFile[]): Promise<Attached>
    of(row: NoInfer<Row>): string | null
    /** The company whose folder it is in; the caller's unless given. */
    folder?(row: NoInfer<Row>): number
  }
}

/** Rows of one page under the area's name for them. */
export type PageAs<Named extends string, Shown> = { [N in Named]: Shown[] } & {
  count: number
  hasMore: boolean
}

/** The operations of every kind of record. Each throws the definition's `missing` and what its hooks throw. */
export interface Kept<Row, Form, Shown, Who, Named extends string> {
  /** Rows a person sees, in order. */
  rows(db: Reader, who: Who, which?: SQL): Promise<Row[]>
  row(db: Reader, who: Who, id: number): Promise<Row>
  list(app: Workspace, who: Who): Promise<Shown[]>
  /** A page of those that contain the search text. */
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
  /** Gives the named ones the places 1, 2, 3 ...; the others follow in their old order. Unknown ids are ignored. */
  arrange(app: Workspace, who: Who, ids: readonly number[]): Promise<null>
  /** Replaces a row's file, or removes it; the old one is deleted. @param files the file is the first of them. */
  setFile(app: Workspace, who: Who, id: number, files: readonly UploadedFile[] | null): Promise<Shown>
}
