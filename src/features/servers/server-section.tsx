import { useTexts } from '@/i18n'
import { useServers } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Abilities } from './abilities'
import { ServerPicker } from './server-picker'
import styles from './servers.module.css'

/** The server's part of the settings: which one, which others, and what the one in use can and cannot do. */
export function ServerSection() {
  const { t } = useTexts()
  const state = useServers(servers => servers.state)
  const user = useUser()
  if (!state) return null
  return (
    <div className={styles.section} data-testid="server-section">
      <ServerPicker />
      {user && !state.locked ? <p className={styles.quiet}>{t('servers.sessionRests')}</p> : null}
      <h3 className={styles.heading}>{t('servers.abilities')}</h3>
      <Abilities facts={state.facts} clockOffsetMs={state.clockOffsetMs} />
    </div>
  )
}
