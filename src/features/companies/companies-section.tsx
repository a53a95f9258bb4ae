import { Building2 } from 'lucide-react'
import { useTexts } from '@/i18n'
import { EmptyState } from '@/ui'

/** Every company of the platform (specification 2 section 2, "Companies tab"). */
export function CompaniesSection() {
  const { t } = useTexts()
  return <EmptyState icon={Building2} title={t('companies.title')} text={t('companies.empty')} />
}

/** Adds a company (specification 2 section 2, "Cadastrar Empresa"). */
export function CompanyFormSection() {
  const { t } = useTexts()
  return <EmptyState icon={Building2} title={t('companies.addTitle')} text={t('companies.empty')} />
}
