import { isSettingIdle, settingDependsOn } from '@contract'
import { Button } from 'antd'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText, isTextKey, useTexts } from '@/i18n'
import { saveSetting, useSettingValue } from '@/stores/settings'
import { useToasts } from '@/stores/toasts'
import { Line } from '../parts'
import type { OptionKey } from './options'
import styles from './options.module.css'
import { SettingControl } from './setting-control'

/** How long what was just saved can be undone from its row. */
const UNDO_MS = 10_000

interface Saved {
  /** What it was before; null after an undo. */
  before: string | null
  /** What was saved. */
  value: string
}

/** The small word beside a control that was just used. */
function SavedWord({ saved, onUndo }: { saved: Saved | null; onUndo: (before: string) => void }) {
  const { t } = useTexts()
  const before = saved?.before ?? null
  return (
    <span className={styles.saved} role="status">
      {saved ? (
        <>
          <Check size={14} strokeWidth={2} aria-hidden="true" />
          {t(before === null ? 'settings.options.undone' : 'settings.options.saved')}
        </>
      ) : null}
      {before === null ? null : (
        <Button type="link" size="small" className={styles.undo} onClick={() => onUndo(before)}>
          {t('settings.options.undo')}
        </Button>
      )}
    </span>
  )
}

/** One setting of the company: name, what it does, its control; saved at once. */
export function SettingRow({ settingKey }: { settingKey: OptionKey }) {
  const { t } = useTexts()
  const toasts = useToasts()
  const value = useSettingValue(settingKey)
  const on = settingDependsOn(settingKey)
  const other = useSettingValue(on ?? settingKey)
  const because = `settings.options.because.${on}`
  const idle = on !== null && isSettingIdle(settingKey, other) && isTextKey(because)
  const [saved, setSaved] = useState<Saved | null>(null)

  useEffect(() => {
    if (!saved) return undefined
    const timer = setTimeout(() => setSaved(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const save = (next: string, before: string | null): void => {
    saveSetting(settingKey, next).then(
      () => setSaved({ before, value: next }),
      error => {
        setSaved(null)
        toasts.error(errorText(t, error))
      },
    )
  }
  const name = t(`settings.options.item.${settingKey}.name`)
  return (
    <Line
      label={name}
      hint={
        <>
          {t(`settings.options.item.${settingKey}.text`)}
          {idle ? <span className={styles.because}>{t(because)}</span> : null}
        </>
      }
    >
      {ids => (
        <>
          {/* Somebody else chose another value meanwhile: undoing would put back theirs. */}
          <SavedWord saved={saved?.value === value ? saved : null} onUndo={before => save(before, null)} />
          <SettingControl
            {...ids}
            settingKey={settingKey}
            value={value}
            disabled={idle}
            onChange={next => save(next, value)}
          />
        </>
      )}
    </Line>
  )
}
