import { VOLUME } from '@contract'
import { Slider } from 'antd'
import styles from './volume-input.module.css'

export interface VolumeInputProps {
  /** 0 to 1 in steps of 0.1. */
  value: number
  onChange: (value: number) => void
  /** Accessible name of the handle. */
  label: string
}

/** A slider with its percentage beside it; both take the width of the line they stand in. */
export function VolumeInput({ value, onChange, label }: VolumeInputProps) {
  const percent = `${Math.round(value * 100)}%`
  return (
    <>
      <Slider
        className={styles.slider ?? ''}
        min={VOLUME.min}
        max={VOLUME.max}
        step={VOLUME.step}
        value={value}
        onChange={onChange}
        tooltip={{ open: false }}
        ariaLabelForHandle={label}
        ariaValueTextFormatterForHandle={() => percent}
      />
      <span className={styles.value}>{percent}</span>
    </>
  )
}
