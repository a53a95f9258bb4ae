import { type ComponentProps, useCallback, useEffect } from 'react'
import { useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { tagsDirectory, useTags } from '@/stores/tags'
import { usersDirectory, useUsers } from '@/stores/users'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
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

/** The rows of a kind, loaded where they are not yet. */
function useRows(kind: RowKind): readonly Named[] {
  const all: Readonly<Record<RowKind, readonly Named[]>> = {
    queue: useQueues(),
    tag: useTags(),
    user: useUsers(),
    whatsapp: useWhatsapps(),
  }
  useEffect(() => void DIRECTORIES[kind].ensure(), [kind])
  return all[kind]
}

/** Says ids of a kind by their names, separated by commas; what is gone keeps a name of its own. */
export function useRowNames(kind: RowKind): (ids: readonly number[]) => string {
  const { t } = useTexts()
  const rows = useRows(kind)
  return useCallback(
    ids =>
      ids.map(id => rows.find(row => row.id === id)?.name ?? t('kit.gone', { id: String(id) })).join(', '),
    [rows, t],
  )
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
  const { t } = useTexts()
  const rows = useRows(kind)
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
        ...gone.map(id => ({ value: id, label: t('kit.gone', { id: String(id) }) })),
      ]}
    />
  )
}
