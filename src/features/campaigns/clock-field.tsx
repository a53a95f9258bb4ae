import { parseTime } from '@contract'
import { Input, type InputRef } from 'antd'
import { useId, useRef } from 'react'
import { useTyped } from '@/features/kit'
import { useTexts } from '@/i18n'
import { FieldFrame } from '@/ui'
import styles from './settings.module.css'

/** A time of day that takes 800, 8:00 and 08h00 alike; what it cannot read stays and is refused. */
export function ClockField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const id = useId()
  const box = useRef<InputRef>(null)
  const typed = useTyped({
    value,
    live: true,
    box,
    onRead: onChange,
    read: ([text]) => {
      const time = parseTime(text ?? '')
      return time === null ? { problem: t('kit.typed.time', { example: '08:00' }) } : { value: time }
    },
  })
  return (
    <FieldFrame label={label} htmlFor={id} problem={typed.problem}>
      <Input
        ref={box}
        id={id}
        value={typed.texts[0] ?? value}
        placeholder="--:--"
        className={styles.clock}
        status={typed.problem === null ? '' : 'error'}
        aria-invalid={typed.problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={event => typed.type([event.target.value])}
        onBlur={() => typed.settle()}
      />
    </FieldFrame>
  )
}
