import { type Rule, type RuleRun, shownName } from '@contract'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@/api'
import { LoadError } from '@/features/load-error'
import { StepsInWords } from '@/features/steps'
import { useTexts } from '@/i18n'
import { looks, SkeletonRows } from '@/ui'
import styles from './rules.module.css'

/** What a rule did, the latest first, with what could not be done and why. */
export function RunsDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { t, format } = useTexts()
  const [runs, setRuns] = useState<readonly RuleRun[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by hand
  useEffect(() => {
    const stop = new AbortController()
    setError(null)
    call('rules.runs', { params: { id: rule.id }, signal: stop.signal }).then(setRuns, (failure: unknown) => {
      if (!stop.signal.aborted) setError(failure)
    })
    return () => stop.abort()
  }, [rule.id, tries])
  return (
    <Modal
      open
      centered
      width={560}
      title={t('rules.runsOf', { name: rule.name })}
      footer={null}
      onCancel={onClose}
    >
      {error === null ? null : (
        <LoadError title={t('rules.runsFailed')} error={error} onRetry={() => setTries(tries + 1)} />
      )}
      {runs === null && error === null ? (
        <SkeletonRows count={4} height={40} label={t('rules.loadingRuns')} />
      ) : null}
      {runs?.length === 0 ? <p className={looks.note}>{t('rules.noRuns')}</p> : null}
      <ul className={styles.runs}>
        {runs?.map(run => (
          <li key={run.id}>
            <p className={styles.head}>
              <Link to={`/tickets/${encodeURIComponent(run.ticketUuid)}`} onClick={onClose}>
                <bdi>{shownName(run.contactName) || `#${run.ticketId}`}</bdi>
              </Link>
              <span className={looks.note}>{format.exact(run.at)}</span>
            </p>
            <StepsInWords
              steps={run.steps}
              outcomes={run.outcomes.map(({ state, code }) => ({
                state,
                why: code === null ? '' : t(`errors.${code}`),
              }))}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
