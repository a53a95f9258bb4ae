/**
 * Records people add, change, sort and delete in lists. An area defines the record and what is special about it;
 * reading, limits, order, the company's filter, events and files are the same for all.
 */
import { fold } from '@contract'
import { eq } from 'drizzle-orm'
import type { Me, Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { pageOf } from '../db/page'
import { discardAttached } from '../media/attached'
import type { Afterwards, Caller, CompanyTable, Definition, Kept, KeptTable, PageAs } from './definition'
import { type Owner, rowsOf, shownOf } from './rows'

function kept<
  T extends KeptTable,
  Row extends { id: number },
  Form,
  Shown,
  Who extends Caller,
  N extends string,
>(def: Definition<T, Row, Form, Shown, Who, N>, owner: Owner<Who>): Kept<Row, Form, Shown, Who, N> {
  const { rows, row, changeable, add, update, set, remove, arrange } = rowsOf(def, owner)
  const shown = (app: Workspace, row: Row): Shown => shownOf(def, row, app)

  const discard = async (app: Workspace, who: Who, before: Row): Promise<void> => {
    if (def.file)
      await discardAttached(app.media, def.file.folder?.(before) ?? who.companyId, def.file.of(before))
  }

  async function done(app: Workspace, who: Who, work: (tx: Tx) => Promise<[Row, Afterwards]>): Promise<Row> {
    const [row, afterwards] = await owner.writer(app, who).write(work)
    await afterwards?.(app)
    return row
  }

  return {
    rows,
    row,

    async add(app, tx, who, form) {
      return (await add(app, tx, who, form))[0]
    },

    async list(app, who) {
      return (await rows(app.db, who)).map(found => shown(app, found))
    },

    async page(app, who, { searchParam = '', pageNumber }) {
      const wanted = fold(searchParam)
      const found = (await rows(app.db, who)).filter(
        one => !def.search || fold(def.search(one)).includes(wanted),
      )
      const { page, ...rest } = pageOf(found, pageNumber)
      const answer = { [def.listed ?? 'records']: page.map(found => shown(app, found)), ...rest }
      return answer as unknown as PageAs<N, Shown>
    },

    async one(app, who, id) {
      return shown(app, await row(app.db, who, id))
    },

    async create(app, who, form) {
      return shown(app, await done(app, who, tx => add(app, tx, who, form)))
    },

    async update(app, who, id, form) {
      return shown(app, await done(app, who, tx => update(app, tx, who, id, form)))
    },

    async remove(app, who, id) {
      await discard(app, who, await done(app, who, tx => remove(app, tx, who, id)))
      return null
    },

    async arrange(app, who, ids) {
      await owner.writer(app, who).write(tx => arrange(app, tx, who, ids))
      return null
    },

    async setFile(app, who, id, files) {
      const { file } = def
      const seen = await changeable(app.db, who, id)
      const folder = file?.folder?.(seen) ?? who.companyId
      const taken = files && (await file?.take(app.media, folder, files))
      const values = taken ?? { mediaPath: null, mediaName: null }
      const [before, after] = await owner
        .writer(app, who)
        .write(async tx => {
          // Meanwhile the row may have got another file, or have been deleted.
          const before = await changeable(tx, who, id)
          return [before, await set(app, tx, who, before, values)] as const
        })
        .catch(async (error: unknown) => {
          if (taken) await discardAttached(app.media, folder, taken.mediaPath)
          throw error
        })
      await discard(app, who, before)
      return shown(app, after)
    },
  }
}

/** Records of companies: each call reads and writes only the caller's. */
export function records<
  T extends CompanyTable,
  Row extends { id: number } = T['$inferSelect'] & { id: number },
  Form = unknown,
  Shown = Row,
  Who extends Caller = Me,
  Named extends string = 'records',
>(def: Definition<T, Row, Form, Shown, Who, Named>): Kept<Row, Form, Shown, Who, Named> {
  const table: CompanyTable = def.table
  return kept(def, {
    writer: (app, { companyId }) => app.db.company(companyId),
    where: ({ companyId }) => eq(table.companyId, companyId),
    values: ({ companyId }) => ({ companyId }),
  })
}

/** Records of the platform, which all companies share. */
export function platformRecords<
  T extends KeptTable,
  Row extends { id: number } = T['$inferSelect'] & { id: number },
  Form = unknown,
  Shown = Row,
  Named extends string = 'records',
>(def: Definition<T, Row, Form, Shown, Me, Named>): Kept<Row, Form, Shown, Me, Named> {
  return kept(def, {
    writer: app => app.db.platform,
    where: () => undefined,
    values: () => ({}),
  })
}
