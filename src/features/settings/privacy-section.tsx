import type { KeptData } from '@contract'
import { Button } from 'antd'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { resetPreferences, setPreferences } from '@/stores/preferences'
import { toasts } from '@/stores/toasts'
import { useCompanyPlace } from '@/stores/workspace'
import { useConfirm } from '@/ui'
import { Fact, Facts, Group, Line, Notice } from './parts'

const COUNTS = ['tickets', 'messages', 'contacts', 'drafts', 'waiting'] as const

/** What is kept on this computer, and how to be rid of it. */
export function PrivacySection() {
  const { t, format } = useTexts()
  const confirm = useConfirm()
  const place = useCompanyPlace()
  const [kept, setKept] = useState<KeptData | null>(null)
  const [erasing, setErasing] = useState(false)
  useEffect(() => {
    let here = true
    void window.turno.data.kept().then(answer => {
      if (here && answer.ok) setKept(answer.value)
    })
    return () => {
      here = false
    }
  }, [])

  const erase = async (): Promise<void> => {
    const sure = await confirm({
      title: t('settings.privacy.eraseConfirm'),
      text: t('settings.privacy.eraseConfirmText'),
      okLabel: t('settings.privacy.eraseButton'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    setErasing(true)
    const answer = await window.turno.data.eraseSeen()
    setErasing(false)
    if (!answer.ok) return void toasts.error(errorText(t, answer))
    setKept(answer.value)
    toasts.success(t('settings.privacy.erased'))
  }
  const reset = async (): Promise<void> => {
    const sure = await confirm({
      title: t('settings.privacy.resetConfirm'),
      text: t('settings.privacy.resetConfirmText'),
      okLabel: t('settings.privacy.resetButton'),
      cancelLabel: t('common.cancel'),
    })
    if (!sure) return
    const before = await resetPreferences()
    toasts.success(t('settings.restored'), {
      action: { label: t('common.undo'), run: () => setPreferences(before) },
    })
  }

  return (
    <>
      <Group title={t('settings.privacy.kept')} hint={t('settings.privacy.keptHint')}>
        <Facts>
          {COUNTS.map(name => (
            <Fact key={name} name={t(`settings.privacy.${name}`)}>
              {kept ? format.number(kept[name]) : '…'}
            </Fact>
          ))}
          <Fact name={t('settings.privacy.size')}>{kept ? format.size(kept.bytes) : '…'}</Fact>
          {kept?.copies && <Fact name={t('settings.privacy.copies')}>{kept.copies}</Fact>}
        </Facts>
        <Line label={t('settings.privacy.erase')} hint={t('settings.privacy.eraseHint')}>
          {() => (
            <Button danger loading={erasing} onClick={() => void erase()}>
              {t('settings.privacy.eraseButton')}
            </Button>
          )}
        </Line>
      </Group>
      <Group title={t('settings.privacy.reset')}>
        <Line label={t('settings.privacy.resetAll')} hint={t('settings.privacy.resetHint')}>
          {() => <Button onClick={() => void reset()}>{t('settings.privacy.resetButton')}</Button>}
        </Line>
      </Group>
      <Notice
        tone="quiet"
        icon={<ShieldCheck size={20} strokeWidth={1.5} aria-hidden="true" />}
        title={t('settings.privacy.leaving')}
      >
        {t(`settings.privacy.leavingFrom.${place}`)} {t('settings.privacy.leavingText')}
      </Notice>
    </>
  )
}
