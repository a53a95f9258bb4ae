import { Popover } from 'antd'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useIsDemo } from '@/stores/workspace'
import styles from './first-run.module.css'

/** The quiet mark that never leaves a demo's screen; pressed, it says what a demo is and the way to a company's own. */
export function DemoMark({ plain = false }: { plain?: boolean }) {
  const { t } = useTexts()
  const isDemo = useIsDemo()
  const [open, setOpen] = useState(false)
  if (!isDemo) return null
  const words = (
    <>
      <FlaskConical size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.markLong}>{t('firstRun.mark.label')}</span>
      <span className={styles.markShort} aria-hidden="true">
        {t('firstRun.mark.short')}
      </span>
    </>
  )
  if (plain)
    return (
      <span className={styles.mark} data-demo-mark>
        {words}
      </span>
    )
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="bottomLeft"
      title={t('firstRun.mark.title')}
      content={
        <div className={styles.markAbout}>
          <p>{t('firstRun.mark.text')}</p>
          <Link to="/welcome" onClick={() => setOpen(false)}>
            {t('firstRun.mark.leave')}
          </Link>
        </div>
      }
    >
      <button
        type="button"
        className={styles.mark}
        data-demo-mark
        aria-label={t('firstRun.mark.spoken')}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        {words}
      </button>
    </Popover>
  )
}
