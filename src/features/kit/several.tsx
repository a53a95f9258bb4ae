import type { QuickMessage } from '@contract'
import { type ComponentProps, useCallback, useEffect, useMemo } from 'react'
import { useTexts } from '@/i18n'
import type { DirectoryState } from '@/stores/directory'
import { queuesDirectory } from '@/stores/queues'
import { quickMessagesDirectory } from '@/stores/quick-messages'
import { tagsDirectory } from '@/stores/tags'
import { usersDirectory } from '@/stores/users'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { Select } from '@/ui'

const DIRECTORIES = {
  queue: queuesDirectory,
  tag: tagsDirectory,
  user: usersDirectory,
  whatsapp: whatsappsDirectory,
  quickMessage: quickMessagesDirectory,
}

/** What rows of the company forms choose from. */
export type RowKind = keyof typeof DIRECTORIES
/** What a row is called now. One that was deleted has a name, too. */
export type RowName = (kind: RowKind, id: number) => string

type Row = { id: number; name: string } | QuickMessage
const labelOf = (row: Row): string => ('shortcode' in row ? `/${row.shortcode}` : row.name)

/** The rows of these kinds, loaded where they are not yet, and how one is called. */
function useRows(kinds: readonly RowKind[]): {
  rows: Readonly<Record<RowKind, DirectoryState<Row>>>
  nameOf: RowName
} {
  const { t } = useTexts()
  const queue = queuesDirectory.use()
  const tag = tagsDirectory.use()
  const user = usersDirectory.use()
  const whatsapp = whatsappsDirectory.use()
  const quickMessage = quickMessagesDirectory.use()
  const wanted = kinds.join()
  useEffect(() => {
    for (const kind of wanted.split(',') as RowKind[]) void DIRECTORIES[kind].ensure()
  }, [wanted])
  return useMemo(() => {
    const rows = { queue, tag, user, whatsapp, quickMessage }
    const nameOf: RowName = (kind, id) => {
      const { items, status } = rows[kind] as DirectoryState<Row>
      const row = items.find(one => one.id === id)
      if (row) return labelOf(row)
      // Which rows are gone is known once they were read.
      return status === 'ready' ? t('kit.gone', { id: String(id) }) : String(id)
    }
    return { rows, nameOf }
  }, [t, queue, tag, user, whatsapp, quickMessage])
}

/** What rows of these kinds are called. Loads them. */
export const useRowName = (...kinds: RowKind[]): RowName => useRows(kinds).nameOf

/** Says ids of a kind by their names, separated by commas. */
export function useRowNames(kind: RowKind): (ids: readonly number[]) => string {
  const nameOf = useRowName(kind)
  return useCallback(ids => ids.map(id => nameOf(kind, id)).join(', '), [kind, nameOf])
}

interface Option {
  value: number
  label: string
}

/** What can be chosen, and what is chosen and was deleted since: it keeps a name, and stays until somebody takes it out. */
function useOptions(kind: RowKind, chosen: readonly number[], onlyShared = false): Option[] {
  const { rows, nameOf } = useRows([kind])
  const offered = rows[kind].items.filter(row => !onlyShared || !('geral' in row) || row.geral)
  const gone = chosen.filter(id => !offered.some(row => row.id === id))
  return [
    ...offered.map(row => ({ value: row.id, label: labelOf(row) })),
    ...gone.map(id => ({ value: id, label: nameOf(kind, id) })),
  ]
}

type SelectProps<V> = Omit<ComponentProps<typeof Select<V, Option>>, 'mode' | 'options' | 'value'>

/** The field of several rows of a kind. */
export function Several({
  kind,
  value = [],
  ...props
}: SelectProps<number[]> & { kind: RowKind; value?: number[] }) {
  return (
    <Select
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      {...props}
      value={value}
      options={useOptions(kind, value)}
    />
  )
}

/** The field of one row of a kind. @param onlyShared quick messages of the company alone. */
export function One({
  kind,
  value,
  onlyShared,
  ...props
}: SelectProps<number> & { kind: RowKind; value?: number | undefined; onlyShared?: boolean }) {
  // A form may hold null where nothing is chosen.
  const options = useOptions(kind, typeof value === 'number' ? [value] : [], onlyShared)
  return <Select {...props} showSearch value={value} options={options} />
}
