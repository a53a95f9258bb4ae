import type { TwoFactorSetup } from '@contract'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { ApiError, call } from '@/api'
import { AppSetup } from '@/features/two-factor'
import { errorText, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useSettingValue } from '@/stores/settings'
import { toasts } from '@/stores/toasts'
import { FormDialog } from '@/ui'
import { Line } from './parts'

interface State {
  on: boolean
  recoveryCodesLeft: number
}

type Doing = 'begin' | 'confirm' | 'end' | null

const readState = (): Promise<State | 'failed'> => call('auth.twoFactor').catch(() => 'failed' as const)

/** The field an error is about. */
const FIELDS: Partial<Record<string, 'password' | 'code'>> = {
  ERR_WRONG_PASSWORD: 'password',
  ERR_TWO_FACTOR_WRONG: 'code',
}

/** Switches the own second step on and off. */
export function TwoFactorLine() {
  const { t } = useTexts()
  const offered = useOffered('twoFactor')
  const demanded = useSettingValue('twoFactorForAll') === 'enabled'
  const [state, setState] = useState<State | 'failed' | null>(null)
  const [doing, setDoing] = useState<Doing>(null)
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [form] = Form.useForm<{ password: string; code: string }>()

  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change.
  useEffect(() => {
    if (offered) void readState().then(setState)
  }, [offered, asked])
  if (!offered) return null

  const close = (): void => {
    setDoing(null)
    setSetup(null)
    form.resetFields()
  }
  const done = (text: string): void => {
    close()
    toasts.success(text)
    setAsked(asked + 1)
  }
  const submit = async ({ password, code }: { password: string; code: string }): Promise<void> => {
    if (doing === 'begin') {
      setSetup(await call('auth.beginTwoFactor', { body: { password } }))
      setDoing('confirm')
      form.resetFields()
      return
    }
    if (doing === 'confirm') {
      await call('auth.confirmTwoFactor', { body: { code } })
      return done(t('settings.account.second.switchedOn'))
    }
    await call('auth.endTwoFactor', { body: { password } })
    done(t('settings.account.second.switchedOff'))
  }
  /** Says under its field what is wrong there; null then. */
  const describe = (error: unknown): string | null => {
    const words = errorText(t, error)
    const field = error instanceof ApiError ? FIELDS[error.code ?? ''] : undefined
    if (!field) return words
    form.setFields([{ name: field, errors: [words] }])
    return null
  }

  const title = t('settings.account.second.title')
  if (state === null) return <Line label={title} hint={t('settings.account.second.reading')} />
  if (state === 'failed')
    return (
      <Line label={title} hint={t('settings.account.second.failed')}>
        {() => <Button onClick={() => setAsked(asked + 1)}>{t('common.retry')}</Button>}
      </Line>
    )
  const stays = state.on && demanded
  const hint = state.on
    ? t('settings.account.second.on', { count: state.recoveryCodesLeft })
    : t('settings.account.second.off')
  return (
    <>
      <Line label={title} hint={stays ? `${hint} ${t('settings.account.second.demanded')}` : hint}>
        {() =>
          stays ? null : (
            <Button danger={state.on} onClick={() => setDoing(state.on ? 'end' : 'begin')}>
              {t(state.on ? 'settings.account.second.switchOff' : 'settings.account.second.switchOn')}
            </Button>
          )
        }
      </Line>
      <FormDialog
        open={doing !== null}
        danger={doing === 'end'}
        title={title}
        form={form}
        submitLabel={t(
          doing === 'end'
            ? 'settings.account.second.switchOff'
            : doing === 'confirm'
              ? 'settings.account.second.switchOn'
              : 'settings.account.second.next',
        )}
        cancelLabel={t('common.cancel')}
        describeError={describe}
        onClose={close}
        onSubmit={submit}
      >
        {setup ? <AppSetup setup={setup} /> : null}
        {doing === 'confirm' ? (
          <Form.Item
            name="code"
            label={t('signIn.second.code')}
            rules={[{ required: true, min: 6, message: t('signIn.second.needCode') }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={32} />
          </Form.Item>
        ) : (
          <Form.Item
            name="password"
            label={t('users.dialog.currentPassword')}
            rules={[{ required: true, message: t('signIn.needPassword') }]}
          >
            <Input.Password autoComplete="current-password" maxLength={255} />
          </Form.Item>
        )}
      </FormDialog>
    </>
  )
}
