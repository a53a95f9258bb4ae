import { Button } from 'antd'
import { Forward, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { IconButton } from '@/ui'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  count: number
  onForward: () => void
  onCancel: () => void
}

/** Forward mode: how many are chosen, and where to go from there. */
export function SelectionBar({ count, onForward, onCancel }: SelectionBarProps) {
  const { t } = useTexts()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onCancel()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onCancel])
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('thread.selection')}>
      <IconButton icon={X} label={t('common.cancel')} keys="Esc" tipPlacement="top" onClick={onCancel} />
      <span className={styles.count} aria-live="polite">
        {t('thread.selectedCount', { count })}
      </span>
      <Button
        type="primary"
        icon={<Forward size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={onForward}
      >
        {t('thread.action.forward')}
      </Button>
    </div>
  )
}
