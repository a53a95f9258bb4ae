import { roundVolume, setPreferences, usePreferences } from '@/stores/preferences'
import { VolumeInput } from '@/ui'
import { Line } from './parts'
import styles from './sections.module.css'

/** The volume of everything that sounds: 0 to 1 in steps of 0.1. */
export function VolumeLine({ label, hint }: { label: string; hint?: string }) {
  const volume = usePreferences(state => state.volume)
  return (
    <Line label={label} hint={hint}>
      {() => (
        <div className={styles.volume}>
          <VolumeInput
            value={volume}
            label={label}
            onChange={next => void setPreferences({ volume: roundVolume(next) })}
          />
        </div>
      )}
    </Line>
  )
}
