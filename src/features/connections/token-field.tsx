import { Input } from 'antd'
import { Copy, Eye, EyeOff, KeyRound, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { useWorkplace } from '@/stores/workplace'
import { IconButton, useConfirm } from '@/ui'
import styles from './editor.module.css'
import { makeToken } from './fields'

export interface TokenFieldProps {
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (token: string) => void
  /** The connection whose token it is; null for one that is not saved yet. */
  connectionId: number | null
}

/** The secret of the messages API: hidden until asked for, copied, made, and renewed after a question. */
export function TokenField({ id, value = '', onChange, connectionId }: TokenFieldProps) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const confirm = useConfirm()
  const [shown, setShown] = useState(false)
  const inPlan = useWorkplace(state => state.plan?.useExternalApi ?? true)

  const copy = (): void =>
    void navigator.clipboard.writeText(value).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
  const renew = async (renewed: number): Promise<void> => {
    const sure = await confirm({
      title: t('connections.token.renewTitle'),
      text: t('connections.token.renewText'),
      okLabel: t('connections.token.renew'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    await attempt(async () => {
      const { token } = await call('whatsapps.renewToken', { params: { id: renewed } })
      onChange?.(token)
    }, t('connections.token.renewed'))
  }
  const renews = connectionId !== null && value !== ''
  return (
    <span className={styles.token}>
      <Input
        {...(id ? { id } : {})}
        className={styles.secret ?? ''}
        type={shown ? 'text' : 'password'}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange?.(event.target.value)}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={t(`connections.token.${shown ? 'hide' : 'show'}`)}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
      <IconButton icon={Copy} label={t('connections.token.copy')} disabled={value === ''} onClick={copy} />
      <IconButton
        icon={renews ? RotateCw : KeyRound}
        label={t(`connections.token.${renews ? 'renew' : 'generate'}`)}
        disabled={!inPlan}
        onClick={() => (renews ? void renew(connectionId) : onChange?.(makeToken()))}
      />
      {inPlan ? null : <span className={styles.without}>{t('errors.ERR_PLAN_LACKS_useExternalApi')}</span>}
    </span>
  )
}
