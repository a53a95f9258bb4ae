import { Button } from 'antd'
import { Hourglass, LayoutTemplate, LockKeyhole, ReceiptText } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { announce, cx } from '@/ui'
import { Notice } from './notices'
import styles from './notices.module.css'

/** How long one may still write freely; read out when it begins to count. */
export function WindowClosing({ minutes }: { minutes: number }) {
  const { t } = useTexts()
  const words = t('composer.window.closing', { count: minutes })
  const first = useRef(words)
  useEffect(() => announce(first.current), [])
  return (
    <Notice icon={<Hourglass size={16} strokeWidth={1.75} />} tone="plain" role="timer">
      {words}
    </Notice>
  )
}

interface WindowClosedProps {
  /** The conversation begins here: nobody has written in it. */
  begins: boolean
  hasDraft: boolean
  /** Whether somebody was writing when it closed: then their keys belong here, and to no list. */
  hadFocus: RefObject<boolean>
  /** Opens the templates; null where the number has none. */
  onTemplate: (() => void) | null
  /** Writes utility text; null where the connection may not send it. */
  onUtility: (() => void) | null
}

/** In place of the field when only a template may be sent. */
export function WindowClosed({ begins, hasDraft, hadFocus, onTemplate, onUtility }: WindowClosedProps) {
  const { t } = useTexts()
  const panel = useRef<HTMLElement>(null)
  const words = begins ? t('composer.window.begins') : t('composer.window.closed')
  const announced = useRef(words)
  useEffect(() => {
    announce(announced.current)
    if (hadFocus.current) panel.current?.focus()
    hadFocus.current = false
  }, [hadFocus])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={cx(styles.blocked, styles.window)}
      aria-label={t('composer.window.label')}
      data-testid="composer-window-closed"
    >
      <LockKeyhole size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.words}>
        {words}
        {hasDraft ? ` ${t('composer.draftKept')}` : ''}
      </span>
      <span className={styles.ways}>
        {onTemplate ? (
          <Button
            type="primary"
            icon={<LayoutTemplate size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={onTemplate}
          >
            {t('composer.window.template')}
          </Button>
        ) : null}
        {onUtility ? (
          <Button icon={<ReceiptText size={16} strokeWidth={1.75} aria-hidden="true" />} onClick={onUtility}>
            {t('composer.utility.open')}
          </Button>
        ) : null}
      </span>
    </section>
  )
}
