import type { ScheduleDay } from '@contract'
import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { HolidaysPart, HoursEditor } from '@/features/hours'
import { useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { companyHours, saveCompanyHours } from '@/stores/company-hours'
import { holidaysDirectory } from '@/stores/holidays'
import { useSettingValue } from '@/stores/settings'
import { SaveBar, SkeletonRows } from '@/ui'
import { Notice } from '../parts'

const NO_DAYS: readonly ScheduleDay[] = []

interface Draft {
  days: ScheduleDay[]
  /** What was saved when the draft was begun: somebody else's change is noticed by it. */
  from: readonly ScheduleDay[]
}

/** When the company is open; shown only while the setting `scheduleType` is `company`. */
export function HoursSection() {
  const { t } = useTexts()
  const attempt = useAttempt()
  const timeZone = useSettingValue('timezone')
  const { items, status, error } = companyHours.use()
  const kept = items[0]?.schedules ?? NO_DAYS
  const holidays = holidaysDirectory.use(state => state.items)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => void companyHours.ensure(), [])

  if (status === 'failed')
    return (
      <LoadError
        title={t('settings.hours.failed')}
        error={error}
        onRetry={() => void companyHours.reload()}
      />
    )
  if (status !== 'ready') return <SkeletonRows count={7} height={44} label={t('common.loading')} />
  const theirs = draft !== null && draft.from !== kept
  const save = async (): Promise<void> => {
    if (!draft) return
    setBusy(true)
    await attempt(
      () => saveCompanyHours(draft.days),
      t('settings.hours.saved'),
      () => setDraft(null),
    )
    setBusy(false)
  }
  return (
    <>
      {theirs ? (
        <Notice
          tone="warning"
          icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />}
          action={
            <>
              <Button size="small" onClick={() => setDraft(null)}>
                {t('kit.form.takeTheirs')}
              </Button>
              <Button size="small" onClick={() => setDraft(draft && { ...draft, from: kept })}>
                {t('kit.form.keepMine')}
              </Button>
            </>
          }
        >
          {t('kit.form.theirsTitle')}
        </Notice>
      ) : null}
      <HoursEditor
        value={draft?.days ?? kept}
        onChange={days => setDraft({ days, from: draft?.from ?? kept })}
        timeZone={timeZone}
        holidays={holidays}
        disabled={busy}
      />
      <SaveBar at="edge" unsaved={draft ? t('kit.form.unsaved') : null}>
        <Button disabled={!draft || busy} onClick={() => setDraft(null)}>
          {t('settings.hours.discard')}
        </Button>
        <Button type="primary" disabled={!draft} loading={busy} onClick={() => void save()}>
          {t('settings.hours.save')}
        </Button>
      </SaveBar>
      <HolidaysPart timeZone={timeZone} />
    </>
  )
}
