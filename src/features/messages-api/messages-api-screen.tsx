import { useState } from 'react'
import { useTexts } from '@/i18n'
import { SegmentedTabs } from '@/ui'
import styles from './messages-api.module.css'
import { SendPart } from './send-part'
import { WebhooksPart } from './webhooks-part'

type Part = 'send' | 'webhooks'

/** /messages-api: sending from other programs, with forms that really send, and webhooks with their log. */
export function MessagesApiScreen() {
  const { t } = useTexts()
  const [part, setPart] = useState<Part>('send')
  const items = (['send', 'webhooks'] as const).map(key => ({ key, label: t(`messagesApi.tabs.${key}`) }))
  return (
    <main className={styles.screen} aria-label={t('messagesApi.title')} data-pane="content">
      <SegmentedTabs
        id="messages-api"
        label={t('messagesApi.tabs.label')}
        items={items}
        value={part}
        onChange={setPart}
      />
      <div
        className={part === 'send' ? styles.scroll : styles.fill}
        id={`messages-api-panel-${part}`}
        role="tabpanel"
        aria-labelledby={`messages-api-tab-${part}`}
      >
        {part === 'send' ? <SendPart /> : <WebhooksPart />}
      </div>
    </main>
  )
}
