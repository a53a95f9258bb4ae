import type { TwoFactorSetup } from '@contract'
import { Button } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { Field } from '@/ui'
import { AppSetup } from './app-setup'
import styles from './two-factor.module.css'

export interface SecondStepProps {
  /** What the app is set up with where the company demands a second step and there is none yet; null: the app exists. */
  setup: TwoFactorSetup | null
  busy: boolean
  /** Why the last code was refused. */
  problem: string | null
  onCode: (code: string) => Promise<void>
  onBack: () => void
}

/** The step after the password: the code of the authenticator app, or a recovery code. */
export function SecondStep({ setup, busy, problem, onCode, onBack }: SecondStepProps) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const [left, setLeft] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Setting up begins above the field.
  useEffect(() => field.current?.focus({ preventScroll: setup !== null }), [setup])
  const tooShort = code.trim().length < 6

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLeft(true)
    if (tooShort) return field.current?.focus()
    await onCode(code.trim())
    field.current?.select()
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)} aria-busy={busy}>
      <p>{t(setup ? 'signIn.second.demanded' : 'signIn.second.asked')}</p>
      {setup ? <AppSetup setup={setup} /> : null}
      <Field
        ref={field}
        label={t('signIn.second.code')}
        problem={left && tooShort ? t('signIn.second.needCode') : problem}
        name="code"
        autoComplete="one-time-code"
        inputMode={setup ? 'numeric' : 'text'}
        maxLength={32}
        spellCheck={false}
        value={code}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t(busy ? 'signIn.busy' : 'signIn.submit')}
      </Button>
      <Button type="link" onClick={onBack}>
        {t('signIn.second.back')}
      </Button>
    </form>
  )
}
