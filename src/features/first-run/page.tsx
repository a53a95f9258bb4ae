import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { Mark } from '@/ui'
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
    <div className={styles.page}>
      <div className={styles.tools}>{tools}</div>
      <main className={styles.main}>
        <div className={styles.brand}>
          <Mark size={32} />
          <span className={styles.product}>{t('common.product')}</span>
        </div>
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
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
        {children}
      </main>
    </div>
  )
}
