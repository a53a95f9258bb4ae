import { CircleHelp } from 'lucide-react'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui'

/** Help videos (specification 2 section 2, "Help tab"). */
export function HelpsSection() {
  const { t } = useTexts()
  return <EmptyState icon={CircleHelp} title={t('companies.helps.title')} text={t('companies.helps.empty')} />
}
