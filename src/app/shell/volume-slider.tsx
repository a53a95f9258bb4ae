import { VOLUME } from '@contract'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '@/i18n'
import { roundVolume, setPreferences, usePreferences } from '@/stores/preferences'
import { IconButton, VolumeInput } from '@/ui'
import styles from './volume.module.css'

/** Volume of every sound, with the keyboard on it from the start: 0 to 1 in steps of 0.1. */
export function VolumeSlider() {
  const { t } = useTexts()
  const volume = usePreferences(state => state.volume)
  const before = useRef<number>(VOLUME.initial)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => row.current?.querySelector<HTMLElement>('[role=slider]')?.focus(), [])
  const toggle = (): void => {
    if (volume > 0) before.current = volume
    void setPreferences({ volume: volume > 0 ? 0 : before.current })
  }
  return (
    <div ref={row} className={styles.row}>
      <IconButton
        icon={volume === 0 ? VolumeX : Volume2}
        label={t(volume === 0 ? 'shell.bar.unmute' : 'shell.bar.mute')}
        tip={false}
        onClick={toggle}
      />
      <VolumeInput
        value={volume}
        label={t('shell.bar.volume')}
        onChange={next => void setPreferences({ volume: roundVolume(next) })}
      />
    </div>
  )
}
