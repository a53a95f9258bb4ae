import { type ReactNode, useEffect, useState } from 'react'
import { BrandMark } from '@/features/brand'
import { StartLinks } from '@/features/first-run'
import { ServerLine } from '@/features/servers'
import { useTexts } from '@/i18n'
import { EntrancePage, ProductName } from '@/ui'

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
  /** Whose logo takes the place of Turno's mark. */
  brand: 'login' | 'signup'
  title: string
  lead?: string
  /** Theme and language, at the head. */
  tools?: ReactNode
  children: ReactNode
}

/** A page before anybody has signed in: mark, title, what is asked for, the server, version and year. */
export function PublicPage({ brand, title, lead, tools, children }: PublicPageProps) {
  const { t } = useTexts()
  const version = useVersion()
  return (
    <EntrancePage
      mark={
        <BrandMark target={brand} size={36} wide={280}>
          <ProductName>{t('common.product')}</ProductName>
        </BrandMark>
      }
      title={title}
      lead={lead}
      tools={tools}
      beside={{ title: t('signIn.beside'), text: t('signIn.besideText') }}
      footer={t('signIn.footer', { version, year: new Date().getFullYear() })}
    >
      {children}
      <ServerLine />
      <StartLinks entrance />
    </EntrancePage>
  )
}
