import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { ServerPicker } from '@/features/servers'
import { useTexts } from '@/i18n'
import styles from './first-run.module.css'
import { Page } from './page'

/** The company's server: its address, checked before it is used, or one that is known already. */
export function ServerScreen({ tools }: { tools?: ReactNode }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  return (
    <Page title={t('firstRun.server.title')} lead={t('firstRun.server.lead')} back="/welcome" tools={tools}>
      <div className={styles.body}>
        <ServerPicker onlyRemote onChosen={() => void navigate('/login', { replace: true })} />
      </div>
    </Page>
  )
}
