import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { EntrancePage, Mark, ProductName } from '@/ui'
import styles from './first-run.module.css'

/** One question of the first run: the mark, the question, and the way back. */
export function Page({
  title,
  lead,
  step,
  back,
  tools,
  children,
}: {
  title: string
  lead?: string
  /** "Step 1 of 2", above the question. */
  step?: string
  /** Where one came from: a path, or what undoes the last step. Nothing where one begins. */
  back?: string | (() => void)
  tools?: ReactNode
  children: ReactNode
}) {
  const { t } = useTexts()
  const way = (
    <>
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      {t('firstRun.back')}
    </>
  )
  return (
    <EntrancePage
      wide
      mark={
        <>
          <Mark size={32} />
          <ProductName>{t('common.product')}</ProductName>
        </>
      }
      title={title}
      lead={lead}
      tools={tools}
      beside={{ title: t('signIn.beside'), text: t('signIn.besideText') }}
      above={
        <>
          {typeof back === 'string' ? (
            <Link to={back} className={styles.back}>
              {way}
            </Link>
          ) : null}
          {typeof back === 'function' ? (
            <button type="button" className={styles.back} onClick={back}>
              {way}
            </button>
          ) : null}
          {step ? <p className={styles.step}>{step}</p> : null}
        </>
      }
    >
      {children}
    </EntrancePage>
  )
}
