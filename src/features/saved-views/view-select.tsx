import { Layers } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useSavedViews } from '@/stores/saved-views'
import { SelectOnDemand } from '@/ui'
import styles from './saved-views.module.css'

/** Chooses the view a screen shows the tickets of; nothing where there is none to choose. @param value null for all tickets. */
export function ViewSelect({
  value,
  onChange,
}: {
  value: number | null
  onChange: (id: number | null) => void
}) {
  const { t } = useTexts()
  const views = useSavedViews()
  if (views.length === 0) return null
  return (
    <SelectOnDemand
      className={styles.select ?? ''}
      value={value ?? undefined}
      onChange={(id: number | undefined) => onChange(id ?? null)}
      options={views.map(({ id, name }) => ({ value: id, label: name }))}
      suffixIcon={<Layers size={14} strokeWidth={1.5} aria-hidden="true" />}
      allowClear
      placeholder={t('savedViews.all')}
      aria-label={t('savedViews.choose')}
    />
  )
}
