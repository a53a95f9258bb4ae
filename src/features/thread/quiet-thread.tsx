import { Button } from 'antd'
import { Eye, EyeOff, Radio } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { useCapability } from '@/stores/servers'
import { EmptyState } from '@/ui'
import styles from './quiet-thread.module.css'
import { ThreadPane, type ThreadPaneProps } from './thread-pane'

/**
 * A thread for eyes that leave no trace. Where the server marks a thread read for whoever asks for it, that is said
 * before anything is asked, and watching from live events alone is offered; on a wall it is the only way.
 */
export function QuietThread(props: Omit<ThreadPaneProps, 'readOnly' | 'liveOnly'>) {
  const { t } = useTexts()
  const silent = useCapability('silentReading') !== 'missing'
  const [choice, setChoice] = useState<'live' | 'read' | null>(null)
  if (silent || choice === 'read') return <ThreadPane {...props} readOnly />
  if (props.tile || choice === 'live')
    return (
      <>
        {props.tile ? null : (
          <p className={styles.line}>
            <Radio size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('thread.quiet.listening')}
          </p>
        )}
        <ThreadPane {...props} readOnly liveOnly />
      </>
    )
  return (
    <div className={styles.ask}>
      <EmptyState
        icon={Eye}
        title={t('thread.quiet.title')}
        text={t('thread.quiet.text')}
        action={
          <div className={styles.answers}>
            <Button onClick={() => setChoice('read')}>{t('thread.quiet.read')}</Button>
            <Button type="primary" onClick={() => setChoice('live')}>
              {t('thread.quiet.live')}
            </Button>
          </div>
        }
      />
    </div>
  )
}

/** The line that promises silence, where the server lets it be kept. */
export function QuietPromise({ text, className }: { text: string; className?: string | undefined }) {
  const silent = useCapability('silentReading') !== 'missing'
  if (!silent) return null
  return (
    <p className={className}>
      <EyeOff size={16} strokeWidth={1.5} aria-hidden="true" />
      {text}
    </p>
  )
}
