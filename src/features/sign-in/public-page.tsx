import { type ReactNode, useEffect, useState } from 'react'
import { BrandMark } from '@/features/brand'
import { StartLinks } from '@/features/first-run'
import { ServerLine } from '@/features/servers'
import { useTexts } from '@/i18n'
import styles from './public-page.module.css'

/** Product version, asked of main once; "" until it said. */
function useVersion(): string {
  const [version, setVersion] = useState('')
  useEffect(() => {
    void window.turno.app.info().then(answer => {
      if (answer.ok) setVersion(answer.value.version)
    })
  }, [])
  return version
}

interface PublicPageProps {
  /** Whose logo stands in the place of Turno's mark. */
  brand: 'login' | 'signup'
  title: string
  lead: string
  /** Theme and language, at the head. */
  tools?: ReactNode
  children: ReactNode
}

/** A page before anybody has signed in: mark, title, what is asked for, the server, version and year. */
export function PublicPage({ brand, title, lead, tools, children }: PublicPageProps) {
  const { t } = useTexts()
  const version = useVersion()
  return (
    <div className={styles.page}>
      <div className={styles.tools}>{tools}</div>
      <main className={styles.main}>
        <div className={styles.brand}>
          <BrandMark target={brand} size={36} wide={280}>
            <span className={styles.product}>{t('common.product')}</span>
          </BrandMark>
        </div>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
        <ServerLine />
        <StartLinks entrance />
      </main>
      <footer className={styles.footer}>
        {t('signIn.footer', { version, year: new Date().getFullYear() })}
      </footer>
    </div>
  )
}
