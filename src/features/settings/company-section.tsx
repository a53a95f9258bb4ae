import { Building2 } from 'lucide-react'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui'

/** Where administrators will find what holds for the whole company (specification 2, /settings). */
export function CompanySection() {
  const { t } = useTexts()
  return <EmptyState icon={Building2} title={t('settings.company.title')} text={t('settings.company.text')} />
}
