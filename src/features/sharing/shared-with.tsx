import { holds } from '@contract'
import { type FieldKind, useRowNames } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useQueues } from '@/stores/queues'
import { useUser } from '@/stores/session'
import { Select } from '@/ui'

/** Who is shown something stands in one field: nobody else chosen is oneself, this alone is everybody. */
const EVERYBODY = 0
const shownTo = (chosen: readonly number[]): number[] | null => {
  if (chosen.length === 0) return null
  return chosen.at(-1) === EVERYBODY ? [] : chosen.filter(id => id !== EVERYBODY)
}
const asChosen = (shared: readonly number[] | null | undefined): number[] =>
  shared?.length === 0 ? [EVERYBODY] : [...(shared ?? [])]

/** Queues a person may choose from: one's own, all of them for admins. */
export function useOwnQueues(): { isAdmin: boolean; queues: { value: number; label: string }[] } {
  const user = useUser()
  const all = useQueues()
  const isAdmin = user !== null && (user.super || user.profile === 'admin')
  const queues = (isAdmin ? all : (user?.queues ?? [])).map(({ id, name }) => ({ value: id, label: name }))
  return { isAdmin, queues }
}

/** With whom something is shared, in words. */
export function useSharedText(): (shared: readonly number[] | null) => string {
  const { t } = useTexts()
  const queueNames = useRowNames('queue')
  return shared => {
    if (shared === null) return t('savedViews.onlyMe')
    return shared.length === 0 ? t('savedViews.everybody') : queueNames(shared)
  }
}

/** Whether a person shares anything with others. */
export function useShares(): boolean {
  const user = useUser()
  return user !== null && holds(user, 'saved-views:share')
}

/** Chooses with whom something is shared. A field of a form. */
export function SharedWith({
  value,
  onChange,
  ...field
}: {
  id?: string
  value?: number[] | null
  onChange?: (shared: number[] | null) => void
}) {
  const { t } = useTexts()
  const { isAdmin, queues } = useOwnQueues()
  const queueNames = useRowNames('queue')
  const others = (value ?? []).filter(id => !queues.some(queue => queue.value === id))
  return (
    <Select<number[]>
      {...field}
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      placeholder={t('savedViews.onlyMe')}
      value={asChosen(value)}
      onChange={chosen => onChange?.(shownTo(chosen))}
      options={[
        ...(isAdmin ? [{ value: EVERYBODY, label: t('savedViews.everybody') }] : []),
        ...queues,
        // What is chosen and not one's own, or no longer there, keeps a name.
        ...others.map(id => ({ value: id, label: queueNames([id]) })),
      ]}
    />
  )
}

function SharedText({ shared }: { shared: readonly number[] | null }): string {
  return useSharedText()(shared)
}

/** With whom something is shared, as a kind of field. */
export const sharing: FieldKind = {
  input: <SharedWith />,
  words: (shared: readonly number[] | null) => <SharedText shared={shared} />,
  item: { required: false },
}
