/**
 * Source text, as CommonJS, of what database threads begin with: they run from text, since no file of the bundle is theirs alone.
 *
 * `open(file, from)` opens by libsql, or by Node's own SQLite where there is no libsql; `from` is the URL of a module that finds libsql.
 * Its `prepare(sql)` gives a function of the values that answers `{ columns, rows }`, rows as arrays.
 */
export const OPEN_SOURCE = `
const { createRequire } = require('node:module')
const over = (db, asArrays, all) => ({
  exec: sql => db.exec(sql),
  close: () => db.close(),
  prepare: sql => {
    const statement = db.prepare(sql)
    asArrays(statement)
    const columns = statement.columns().map(column => column.name)
    return values => ({ columns, rows: all(statement, values) })
  },
})
const open = (file, from) => {
  try {
    const Database = createRequire(from)('libsql')
    return over(new Database(file), one => one.raw(true), (one, values) => one.all(values))
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_DLOPEN_FAILED') throw error
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    return over(new DatabaseSync(file), one => one.setReturnArrays(true), (one, values) => one.all(...values))
  }
}
`
