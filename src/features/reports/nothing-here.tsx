import { NoChart } from '@/features/figures'
import { useTexts } from '@/i18n'

/** Nothing happened in the period; or nothing of what is drawn, while something else did. */
export function NothingHere({ ofThis = false }: { ofThis?: boolean }) {
  const { t } = useTexts()
  return (
    <NoChart
      title={t(ofThis ? 'reports.empty.ofThis' : 'reports.empty.title')}
      text={t('reports.empty.text')}
    />
  )
}
