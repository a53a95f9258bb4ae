import { FOUND_BY, FOUND_KINDS } from '@contract'
import { DateField } from '@/features/kit'
import { useTexts } from '@/i18n'
import { dayHere } from '@/stores/clock'
import { Select } from '@/ui'
import styles from './find-bar.module.css'
import type { Wanted } from './find-source'

type Filters = Omit<Wanted, 'text'>

interface FindFiltersProps {
  value: Filters
  onChange: (value: Filters) => void
}

/** Narrows a search in a conversation: who wrote, what it is, on which day. */
export function FindFilters({ value, onChange }: FindFiltersProps) {
  const { t } = useTexts()
  const choice = <K extends 'by' | 'kind'>(
    key: K,
    label: string,
    options: { value: NonNullable<Filters[K]>; label: string }[],
  ) => (
    <Select<Filters[K] | undefined>
      size="small"
      aria-label={label}
      allowClear
      placeholder={label}
      value={value[key] ?? undefined}
      options={options}
      onChange={chosen => onChange({ ...value, [key]: chosen ?? null })}
    />
  )
  return (
    <div className={styles.filters}>
      {choice(
        'by',
        t('thread.find.by.label'),
        FOUND_BY.map(by => ({ value: by, label: t(`thread.find.by.${by}`) })),
      )}
      {choice(
        'kind',
        t('thread.find.kind.label'),
        FOUND_KINDS.map(kind => ({ value: kind, label: t(`thread.find.kind.${kind}`) })),
      )}
      <DateField
        size="small"
        aria-label={t('thread.find.day')}
        placeholder={t('thread.find.day')}
        style={{}}
        max={dayHere()}
        value={value.day}
        onChange={day => onChange({ ...value, day })}
      />
    </div>
  )
}
