import { VOLUME } from '@contract'
import { Slider } from 'antd'
import { roundVolume, setPreferences, usePreferences } from '@/stores/preferences'
import { Line } from './parts'
import styles from './sections.module.css'

/** The volume of everything that sounds: 0 to 1 in steps of 0.1 (specification 1 section 9). */
export function VolumeLine({ label, hint }: { label: string; hint?: string }) {
  const volume = usePreferences(state => state.volume)
  const percent = Math.round(volume * 100)
  return (
    <Line label={label} hint={hint}>
      {() => (
        <>
          <Slider
            className={styles.slider}
            min={VOLUME.min}
            max={VOLUME.max}
            step={VOLUME.step}
            value={volume}
            tooltip={{ open: false }}
            ariaLabelForHandle={label}
            ariaValueTextFormatterForHandle={() => `${percent}%`}
            onChange={(next: number) => void setPreferences({ volume: roundVolume(next) })}
          />
          <span className={styles.percent}>{percent}%</span>
        </>
      )}
    </Line>
  )
}
