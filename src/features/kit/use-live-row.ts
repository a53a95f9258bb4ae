import { useEffect, useMemo } from 'react'
import { useTexts } from '@/i18n'
import type { Directory } from '@/stores/directory'
import type { Filters, Key, PagedList } from '@/stores/paged-list'

/**
 * The fields of a record as its list has it now, for `live` of EditDialog and Editor.
 * @param key of the record that is edited; null while one is added.
 * @param fieldsOf the form's members of a row; a function of the module, not of the component.
 * @returns null when the record was deleted; undefined while nothing was heard of it and the list does not show it, as
 *   behind a search.
 */
export function useLiveRow<T, F extends Filters, V>(
  list: PagedList<T, F>,
  key: Key | null,
  fieldsOf: (row: T) => V,
): V | null | undefined {
  // What a colleague changes may take the row out of a search: it is shown all the same.
  useEffect(() => (key === null ? undefined : list.follow(key)), [list, key])
  const row = list.use(({ rows, followed }) => {
    if (key === null) return undefined
    return rows.find(one => list.key(one) === key) ?? (list.isGone(key) ? null : followed.get(key))
  })
  return useMemo(() => row && fieldsOf(row), [row, fieldsOf])
}

/**
 * The same for a record of a small list that is read whole.
 * @returns null when the record was deleted; undefined while one is added, or the list is not read yet.
 */
export function useLiveItem<T extends { id: number }, V>(
  directory: Directory<T>,
  id: number | null,
  fieldsOf: (item: T) => V,
): V | null | undefined {
  const item = directory.use(({ items, status }) =>
    id === null || status !== 'ready' ? undefined : (items.find(one => one.id === id) ?? null),
  )
  return useMemo(() => item && fieldsOf(item), [item, fieldsOf])
}

/**
 * What EditDialog and Editor are told of the row they change.
 * @param name of the kind of row (`tag`).
 * @param row null adds one that begins as `fresh`.
 * @param fieldsOf as for `useLiveRow`.
 */
export function useEdited<T, F extends Filters, V>(
  name: string,
  list: PagedList<T, F>,
  row: T | null,
  fieldsOf: (row: T) => V,
  fresh: V,
): { keepAs: string; initial: V; live: V | null | undefined; submitLabel: string } {
  const { t } = useTexts()
  const key = row && list.key(row)
  return {
    keepAs: `${name} ${key ?? 'new'}`,
    initial: row ? fieldsOf(row) : fresh,
    live: useLiveRow(list, key, fieldsOf),
    submitLabel: t(row ? 'common.save' : 'common.add'),
  }
}
