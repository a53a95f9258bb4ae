import { useTexts } from '@/i18n'
import tables from './tables.module.css'

/** A figure that shows the tickets behind it; of nothing there is nothing to show. */
export function Pressable({
  count,
  text,
  title,
  onPress,
}: {
  count: number
  /** How it is written; the number, where left out. */
  text?: string
  /** What the tickets are. */
  title: string
  onPress: () => void
}) {
  const { t, format } = useTexts()
  const value = text ?? format.number(count)
  if (count === 0) return value
  return (
    <button
      type="button"
      className={tables.pressable}
      aria-label={t('reports.behind.press', { value, title })}
      onClick={onPress}
    >
      {value}
    </button>
  )
}
