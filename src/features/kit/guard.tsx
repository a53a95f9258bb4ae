import { REDIRECT_MS } from '@contract'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { EmptyState, Locked, looks } from '@/ui'
import { useVoice } from './voice'

export interface GuardProps {
  /** Profile, super flag or plan flag: whatever the screen needs. */
  allowed: boolean
  /** Words of the toast; default 'Esta empresa não possui permissão para acessar essa página! …'. */
  text?: string
  /** What is missing, where it is not the profile: a feature of the plan by its name. */
  reason?: string | undefined
  /** Where whoever may not see it is taken after 1 s. */
  to?: string
  /** It guards a whole screen, not a part of one. */
  whole?: boolean
  children: ReactNode
}

function Refused({
  text,
  to,
  reason,
  whole,
}: { text: string } & Required<Pick<GuardProps, 'to' | 'whole'>> & Pick<GuardProps, 'reason'>) {
  const { t } = useTexts()
  const say = useVoice()
  const navigate = useNavigate()
  useEffect(() => {
    say.error(text)
    const timer = setTimeout(() => void navigate(to, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, text, say, to])
  const why = (
    <EmptyState
      drawing={Locked}
      title={t(`shell.guard.${reason ? 'notInPlanTitle' : 'noPermissionTitle'}`)}
      text={reason ?? t('shell.guard.noPermissionText')}
    />
  )
  return whole ? <main className={looks.pane}>{why}</main> : why
}

/** A screen for those who may see it; others read why not and taken away after 1 s. */
export function Guard({ allowed, text, reason, to = '/', whole = false, children }: GuardProps) {
  const { t } = useTexts()
  if (allowed) return children
  return <Refused text={text ?? t('kit.guard.refused')} to={to} reason={reason} whole={whole} />
}
