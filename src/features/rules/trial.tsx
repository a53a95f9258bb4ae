import { RULE_TRIED_DAYS, type RuleForm, type RuleTrial, shownName } from '@contract'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '@/api'
import { LoadError } from '@/features/load-error'
import { StepsInWords } from '@/features/steps'
import { useTexts } from '@/i18n'
import { looks, SkeletonRows } from '@/ui'
import styles from './rules.module.css'

/** On which tickets of the last days a rule would have acted, and what it would have done. Nothing is done. */
export function Trial({ form }: { form: RuleForm }) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const { t, format } = useTexts()
  const [trial, setTrial] = useState<RuleTrial | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by hand
  useEffect(() => {
    const stop = new AbortController()
    setError(null)
    setTrial(null)
    call('rules.try', { body: form, signal: stop.signal }).then(setTrial, (failure: unknown) => {
      if (!stop.signal.aborted) setError(failure)
    })
    return () => stop.abort()
  }, [form, tries])
  // It stands below what is in view of a long form.
  useEffect(() => {
    if (trial !== null || error !== null) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [trial, error])
  return (
    <section ref={box} className={`${styles.trial} ${styles.wide}`} aria-labelledby={id}>
      <h3 id={id} className={looks.heading}>
        {t('rules.trialTitle', { count: RULE_TRIED_DAYS })}
      </h3>
      {error === null ? null : (
        <LoadError title={t('rules.trialFailed')} error={error} onRetry={() => setTries(tries + 1)} />
      )}
      {trial === null && error === null ? (
        <SkeletonRows count={4} height={40} label={t('rules.trying')} />
      ) : null}
      {trial ? (
        <>
          <p role="status">
            {t('rules.found', { count: trial.count })} {trial.cut ? t('rules.cut') : ''}
          </p>
          {trial.count > 0 ? <StepsInWords steps={form.steps} /> : null}
          <ul className={styles.tickets}>
            {trial.tickets.map(({ ticketId, contactName, at, times }) => (
              <li key={ticketId}>
                <bdi className={looks.medium}>{shownName(contactName) || `#${ticketId}`}</bdi>
                <span className={looks.note}>
                  {format.exact(at)}
                  {times > 1 ? ` · ${t('rules.times', { count: times })}` : ''}
                </span>
              </li>
            ))}
          </ul>
          <p className={looks.note}>{t('rules.trialNote')}</p>
        </>
      ) : null}
    </section>
  )
}
