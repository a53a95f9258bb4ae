import { USER_PASSWORD } from '@contract'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '@/i18n'
import { Field, IconButton } from '@/ui'
import styles from './first-run.module.css'

/** What is wrong with a password that is chosen, as a key of this feature's texts. */
export interface PasswordProblem {
  key: 'tooLong' | 'passwordMissing'
  values: Record<string, number>
}

/** What is missing of a password while it is typed. */
export function passwordProblem(text: string): PasswordProblem | null {
  if (text.length < USER_PASSWORD.min)
    return { key: 'passwordMissing', values: { count: USER_PASSWORD.min - text.length } }
  return text.length > USER_PASSWORD.max ? { key: 'tooLong', values: { max: USER_PASSWORD.max } } : null
}

/** A password that is chosen here, with what is missing of it while it is typed. */
export function NewPassword({
  left,
  text,
  ...bound
}: {
  left: boolean
  text: string
  name: string
  value: string
  problem: string | null
  onChange: (event: { target: { value: string } }) => void
  onBlur?: () => void
}) {
  const { t } = useTexts()
  const id = useId()
  const [shown, setShown] = useState(false)
  const missing = passwordProblem(text)
  return (
    <div className={styles.zone}>
      <Field
        label={t('firstRun.found.password')}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={255}
        describedBy={id}
        {...bound}
        problem={null}
        tool={
          <IconButton
            icon={shown ? EyeOff : Eye}
            size="small"
            label={t(shown ? 'firstRun.found.hide' : 'firstRun.found.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <p id={id} className={missing && left ? styles.problem : styles.hint} aria-live="polite">
        {missing
          ? t(`firstRun.found.${missing.key}`, missing.values ?? {})
          : t('firstRun.found.passwordFine')}
      </p>
    </div>
  )
}
