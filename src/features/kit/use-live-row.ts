import { useCallback, useEffect, useMemo, useState } from 'react'
import type { StoreApi, UseBoundStore } from 'zustand'
import { useTexts } from '@/i18n'
import type { Directory, DirectoryState } from '@/stores/directory'
import type { Filters, Key, PagedList, PagedState } from '@/stores/paged-list'

type Source<T, F extends Filters> = PagedList<T, F> | Directory<T>
const isWhole = <T, F extends Filters>(from: Source<T, F>): from is Directory<T> => 'ensure' in from
const keyOf = <T, F extends Filters>(from: Source<T, F>, row: T): Key =>
  isWhole(from) ? (row as { id: Key }).id : from.key(row)

/**
 * The fields of a record as its list has it now, for `live` of EditDialog and Editor.
 * @param from its list, or the directory that holds all of them.
 * @param key of the record that is edited; null while one is added.
 * @param fieldsOf the form's members of a row; a function of the module, not of the component.
 * @returns null when the record was deleted; undefined while nothing was heard of it and the list does not show it, as
 *   behind a search, and while a directory is not read yet.
 */
export function useLiveRow<T, F extends Filters, V>(
  from: Source<T, F>,
  key: Key | null,
  fieldsOf: (row: T) => V,
): V | null | undefined {
  // What a colleague changes may take the row out of a search: it is shown all the same.
  useEffect(() => (key === null || isWhole(from) ? undefined : from.follow(key)), [from, key])
  const use = from.use as UseBoundStore<StoreApi<DirectoryState<T> | PagedState<T, F>>>
  const row = use(state => {
    if (key === null) return undefined
    const find = (rows: readonly T[]): T | undefined => rows.find(one => keyOf(from, one) === key)
    if ('items' in state) return state.status === 'ready' ? (find(state.items) ?? null) : undefined
    return find(state.rows) ?? (!isWhole(from) && from.isGone(key) ? null : state.followed.get(key))
  })
  return useMemo(() => row && fieldsOf(row), [row, fieldsOf])
}

interface Edited<V> {
  keepAs: string
  initial: V
  live: V | null | undefined
  submitLabel: string
}

/**
 * What EditDialog and Editor are told of the record they change.
 * @param area of the record, as calls and the audit log name it.
 * @param row null or undefined adds one that begins as `fresh`.
 * @param fieldsOf as for `useLiveRow`; the members of `fresh` unless given.
 */
export function useEdited<T, F extends Filters, K extends keyof T>(
  area: string,
  from: Source<T, F>,
  row: T | null | undefined,
  fresh: Pick<T, K>,
): Edited<Pick<T, K>>
export function useEdited<T, F extends Filters, V, New extends V = V>(
  area: string,
  from: Source<T, F>,
  row: T | null | undefined,
  fresh: New,
  fieldsOf: (row: T) => V,
): Edited<V>
export function useEdited<T, F extends Filters>(
  area: string,
  from: Source<T, F>,
  row: T | null | undefined,
  fresh: object,
  given?: (row: T) => object,
): Edited<object> {
  const { t } = useTexts()
  const [names] = useState(() => Object.keys(fresh))
  const named = useCallback(
    (one: T) => Object.fromEntries(names.map(name => [name, one[name as keyof T]])),
    [names],
  )
  const fieldsOf = given ?? named
  const key = row ? keyOf(from, row) : null
  return {
    keepAs: `${area} ${key ?? 'new'}`,
    initial: row ? fieldsOf(row) : fresh,
    live: useLiveRow(from, key, fieldsOf),
    submitLabel: t(row ? 'common.save' : 'common.add'),
  }
}
