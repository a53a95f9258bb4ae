import { call } from '@/api'
import { Copilot } from '@/features/dashboard'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useCapability } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { Part } from './part'
import type { Report } from './report'
import styles from './reports.module.css'
import { useLoaded } from './use-figures'

function Figures({ report }: { report: Report }) {
  const { t } = useTexts()
  const { from, to, ...filter } = report.query
  const { value, error, busy, reload } = useLoaded(`${from} ${to}`, signal =>
    call('dashboard.copilot', { query: { date_from: from, date_to: to }, signal }),
  )
  // The plan may have ended since the console signed in.
  if (value && value.figures === null) return null
  return (
    <Part title={t('dashboard.copilot.title')} busy={busy && value !== null}>
      {error !== null ? (
        <LoadError compact error={error} onRetry={reload} busy={busy} />
      ) : (
        <Copilot figures={value?.figures ?? null} />
      )}
      {Object.keys(filter).length > 0 ? <p className={styles.note}>{t('reports.copilotWhole')}</p> : null}
    </Part>
  )
}

/** What the copilot did for agents in the period, where the company has it and somebody may see the whole company's figures. */
export function CopilotPart({ report }: { report: Report }) {
  const plan = useUser()?.company?.plan
  const offered = useCapability('copilot') === 'native' && plan?.useOpenAi === true
  const allowed = useHolds('dashboard:view')
  return offered && allowed ? <Figures report={report} /> : null
}
