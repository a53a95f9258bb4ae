import { type ComponentProps, useCallback, useEffect } from 'react'
import { useTexts } from '@/i18n'
import type { DirectoryState } from '@/stores/directory'
import { queuesDirectory } from '@/stores/queues'
import { tagsDirectory } from '@/stores/tags'
import { usersDirectory } from '@/stores/users'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { Select } from '@/ui'

const DIRECTORIES = {
  queue: queuesDirectory,
  tag: tagsDirectory,
  user: usersDirectory,
  whatsapp: whatsappsDirectory,
}

/** What rows of the company forms choose from. */
export type RowKind = keyof typeof DIRECTORIES

interface Named {
  id: number
  name: string
}

/** The rows of a kind, loaded where they are not yet, and how one is called. */
function useRows(kind: RowKind): { rows: readonly Named[]; nameOf: (id: number) => string } {
  const { t } = useTexts()
  const all: Readonly<Record<RowKind, DirectoryState<Named>>> = {
    queue: queuesDirectory.use(),
    tag: tagsDirectory.use(),
    user: usersDirectory.use(),
    whatsapp: whatsappsDirectory.use(),
  }
  useEffect(() => void DIRECTORIES[kind].ensure(), [kind])
  const { items: rows, status } = all[kind]
  const nameOf = useCallback(
    (id: number) =>
      rows.find(row => row.id === id)?.name ??
      // Which rows are gone is known once they were read.
      (status === 'ready' ? t('kit.gone', { id: String(id) }) : String(id)),
    [rows, status, t],
  )
  return { rows, nameOf }
}

/** Says ids of a kind by their names, separated by commas; what is gone keeps a name of its own. */
export function useRowNames(kind: RowKind): (ids: readonly number[]) => string {
  const { nameOf } = useRows(kind)
  return useCallback(ids => ids.map(nameOf).join(', '), [nameOf])
}

interface SeveralProps
  extends Omit<
    ComponentProps<typeof Select<number[], { value: number; label: string }>>,
    'mode' | 'options' | 'value'
  > {
  kind: RowKind
  value?: number[]
}

/**
 * The field of several rows of a kind. One that was deleted since it was chosen keeps a name, and stays until somebody takes
 * it out.
 */
export function Several({ kind, value = [], ...props }: SeveralProps) {
  const { rows, nameOf } = useRows(kind)
  const gone = value.filter(id => !rows.some(row => row.id === id))
  return (
    <Select
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      {...props}
      value={value}
      options={[
        ...rows.map(({ id, name }) => ({ value: id, label: name })),
        ...gone.map(id => ({ value: id, label: nameOf(id) })),
      ]}
    />
  )
}
