import { Alert, Button, Input } from 'antd'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { followPairing, usePairing } from '@/stores/pairing'
import { toasts } from '@/stores/toasts'
import { IconButton } from '@/ui'
import { ComponentDialog } from './component-dialog'
import styles from './editor.module.css'

/** Value of a connection's `provider` whose number is paired as a browser is. */
export const WEB = 'web'

/** What adds the packages to a standalone server. */
const COMMAND =
  'npm install --no-save @whiskeysockets/baileys@7.0.0-rc14 libopus-wasm@0.4.0 mpg123-decoder@1.0.3'

/** How whoever runs a standalone server adds the package. */
function Command() {
  const { t } = useTexts()
  const copy = (): void =>
    void navigator.clipboard.writeText(COMMAND).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
  return (
    <>
      <p className={styles.how}>{t('connections.web.missingText')}</p>
      <span className={styles.command}>
        <Input
          value={COMMAND}
          readOnly
          aria-label={t('connections.web.missing')}
          onFocus={event => event.target.select()}
        />
        <IconButton icon={Copy} label={t('connections.web.copy')} onClick={copy} />
      </span>
    </>
  )
}

/** What somebody should know who is about to pair a number as a browser. @param missing the server lacks the package. */
export function WebNotice({ missing }: { missing: boolean }) {
  const { t } = useTexts()
  const state = usePairing(known => known.state)
  const offered = state?.offered ?? false
  // Where the console installs it, it is the console that knows: the server may still be looking.
  const lacks = offered ? !state?.installed : missing
  const [installing, setInstalling] = useState(false)
  useEffect(() => void followPairing(), [])
  return (
    <div className={styles.notices}>
      <Alert
        showIcon
        type="warning"
        title={t('connections.web.title')}
        description={t('connections.web.text')}
      />
      {lacks ? (
        <Alert
          showIcon
          type={offered ? 'info' : 'error'}
          title={t(offered ? 'connections.web.componentTitle' : 'connections.web.missing')}
          description={
            offered ? (
              <>
                <p className={styles.how}>{t('connections.web.componentText')}</p>
                <Button onClick={() => setInstalling(true)}>{t('connections.web.component')}</Button>
              </>
            ) : (
              <Command />
            )
          }
        />
      ) : null}
      {installing ? <ComponentDialog onPair={null} onClose={() => setInstalling(false)} /> : null}
    </div>
  )
}
