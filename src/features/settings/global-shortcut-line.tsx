import { acceleratorOf } from '@contract'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { chordOfPress } from '@/stores/key-bindings'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { announce, Kbd } from '@/ui'
import { Line } from './parts'
import styles from './shortcuts.module.css'

/** The chord that brings Turno up from anywhere: none until one is pressed here; main says whether the system gave it. */
export function GlobalShortcutLine() {
  const { t } = useTexts()
  const chord = usePreferences(state => state.globalShortcut)
  const [capturing, setCapturing] = useState(false)
  const [unfit, setUnfit] = useState(false)
  const [refused, setRefused] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever another chord is in force.
  useEffect(() => {
    let gone = false
    void window.turno.shortcut.state().then(answer => {
      if (!gone && answer.ok) setRefused(answer.value.state === 'refused')
    })
    return () => {
      gone = true
    }
  }, [chord])

  useEffect(() => {
    if (!capturing) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') {
        setCapturing(false)
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.key === 'Escape') {
        setCapturing(false)
        return
      }
      const pressedChord = chordOfPress(event)
      if (pressedChord === null) return
      const fits = acceleratorOf(pressedChord) !== null
      setUnfit(!fits)
      if (!fits) return
      setCapturing(false)
      void setPreferences({ globalShortcut: pressedChord })
      announce(t('settings.shortcuts.assigned', { name: t('settings.startup.shortcut'), keys: pressedChord }))
    }
    const onPointerDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !button.current?.contains(event.target)) setCapturing(false)
    }
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('pointerdown', onPointerDown, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('pointerdown', onPointerDown, true)
    }
  }, [capturing, t])

  const trouble = capturing && unfit ? 'shortcutUnfit' : refused && chord !== null ? 'shortcutRefused' : null
  return (
    <>
      <Line label={t('settings.startup.shortcut')} hint={t('settings.startup.shortcutHint')}>
        {({ labelId, hintId }) => (
          <span className={styles.chords}>
            {capturing ? (
              <span className={styles.capture} role="status">
                {t('settings.shortcuts.press')}{' '}
                <span className={styles.quiet}>({t('settings.shortcuts.cancelHint')})</span>
              </span>
            ) : chord === null ? (
              <span className={styles.quiet}>{t('settings.startup.shortcutOff')}</span>
            ) : (
              <Kbd keys={chord} />
            )}
            <Button
              ref={button}
              aria-pressed={capturing}
              aria-labelledby={labelId}
              aria-describedby={hintId}
              onClick={() => {
                setUnfit(false)
                setCapturing(!capturing)
              }}
            >
              {t('settings.startup.shortcutChoose')}
            </Button>
            <Button disabled={chord === null} onClick={() => void setPreferences({ globalShortcut: null })}>
              {t('settings.startup.shortcutSwitchOff')}
            </Button>
          </span>
        )}
      </Line>
      {trouble ? (
        <p className={styles.result} role="alert">
          <span>{t(`settings.startup.${trouble}`)}</span>
        </p>
      ) : null}
    </>
  )
}
