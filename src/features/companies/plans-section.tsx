import { Layers } from 'lucide-react'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui'

/** What companies may choose from (specification 2 section 2, "Plans tab"). */
export function PlansSection() {
  const { t } = useTexts()
  return <EmptyState icon={Layers} title={t('companies.plans.title')} text={t('companies.plans.empty')} />
}
