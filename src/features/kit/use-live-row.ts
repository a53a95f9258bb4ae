import { useMemo } from 'react'
import type { Filters, Key, PagedList } from '@/stores/paged-list'

/**
 * The fields of a record as its list has it now, for `live` of EditDialog and Editor.
 * @param key of the record that is edited; null while one is added.
 * @param fieldsOf the form's members of a row; a function of the module, not of the component.
 * @returns null when the record was deleted; undefined while the list does not show it, as behind a search.
 */
export function useLiveRow<T, F extends Filters, V>(
  list: PagedList<T, F>,
  key: Key | null,
  fieldsOf: (row: T) => V,
): V | null | undefined {
  const row = list.use(({ rows }) => {
    if (key === null) return undefined
    return rows.find(one => list.key(one) === key) ?? (list.isGone(key) ? null : undefined)
  })
  return useMemo(
    () => (row === null || row === undefined ? (row as null | undefined) : fieldsOf(row)),
    [row, fieldsOf],
  )
}
