import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { SkeletonRows } from '@/ui'
import { PublicPage } from './public-page'
import styles from './public-page.module.css'
import { useSignUpOpen } from './use-registration'

/**
 * Leads to /login when companies may not sign up on their own. Until the server has
 * said so the page stands without its fields, with the way back: a slow one leaves nobody before an empty window.
 */
export function RegistrationGate({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  const { t } = useTexts()
  const open = useSignUpOpen()
  if (open) return children
  if (open === false) return <Navigate to="/login" replace />
  return (
    <PublicPage brand="signup" title={t('signIn.up.title')} tools={tools}>
      <SkeletonRows count={5} height={64} label={t('common.loading')} />
      <p className={styles.links}>
        <Link to="/login">{t('signIn.up.toLogin')}</Link>
      </p>
    </PublicPage>
  )
}
