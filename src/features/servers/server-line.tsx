import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { useServers } from '@/stores/servers'
import { ServerPicker, useServerName } from './server-picker'
import styles from './servers.module.css'

/** One line on the sign-in screen: the server in use, and the way to another one. */
export function ServerLine() {
  const { t } = useTexts()
  const state = useServers(servers => servers.state)
  const [open, setOpen] = useState(false)
  const nameOf = useServerName()
  const current = state?.servers.find(server => server.key === state.current)
  if (!state || !current) return null
  return (
    <div className={styles.line}>
      <p>
        <span className={styles.label}>{t('servers.line', { name: nameOf(current) })}</span>
        {state.locked ? null : (
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            {t('servers.change')}
          </Button>
        )}
      </p>
      {current.insecure ? <p className={styles.warning}>{t('servers.insecure')}</p> : null}
      <Modal
        open={open}
        centered
        width={560}
        title={t('servers.title')}
        footer={null}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <div className={styles.dialog}>
          <ServerPicker onChosen={() => setOpen(false)} />
        </div>
      </Modal>
    </div>
  )
}
