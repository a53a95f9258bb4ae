import { Popover } from 'antd'
import { Smile } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '@/i18n'
import { IconButton, useDeferredMount } from '@/ui'
import styles from './emoji-button.module.css'

const EmojiPanel = lazy(() => import('./emoji-panel'))

interface EmojiButtonProps {
  onPick: (emoji: string) => void
  /** Called when the panel closes, so that the text field gets the focus back. */
  onClose: () => void
}

/** The emoji picker; its code and names are loaded when it is first opened. */
export function EmojiButton({ onPick, onClose }: EmojiButtonProps) {
  const { t } = useTexts()
  const later = useDeferredMount()
  const [open, setOpen] = useState(false)
  const show = (next: boolean): void => {
    setOpen(next)
    if (!next) onClose()
  }
  const button = (
    <span>
      <IconButton
        icon={Smile}
        label={t('composer.emoji')}
        keys=":"
        tipPlacement="top"
        active={open}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={later ? undefined : () => setOpen(true)}
      />
    </span>
  )
  if (!later) return button
  return (
    <Popover
      open={open}
      onOpenChange={show}
      trigger="click"
      placement="topLeft"
      arrow={false}
      destroyOnHidden
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
      content={
        <div
          role="dialog"
          aria-label={t('composer.emoji')}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            show(false)
          }}
        >
          <Suspense
            fallback={<div className={styles.waiting} role="status" aria-label={t('common.loading')} />}
          >
            <EmojiPanel onPick={onPick} />
          </Suspense>
        </div>
      }
    >
      {button}
    </Popover>
  )
}
