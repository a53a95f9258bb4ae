import {
  type AloneBars,
  COPILOT_LIMITS,
  type CopilotSettings,
  PROPOSAL_KINDS,
  type ProposalKind,
  standingOf,
} from '@contract'
import { Switch } from 'antd'
import { useId } from 'react'
import { NumberField } from '@/features/kit'
import { useTexts } from '@/i18n'
import styles from './copilot.module.css'

/** Percent that stands there when it is switched on. */
const USUAL = 90
const { min, max, decided, days } = COPILOT_LIMITS.alone

/** From what share of right proposals on the copilot acts alone, and how it stands by that. */
export function AloneField({
  value,
  onChange,
  proposals,
}: {
  value?: AloneBars
  onChange?: (bars: AloneBars) => void
  proposals: CopilotSettings['proposals']
}) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className={styles.rules} role="group" aria-labelledby={id}>
      <div>
        <span id={id}>{t('copilot.alone.title')}</span>
        <p className={styles.used}>{t('copilot.alone.hint', { decided, days })}</p>
      </div>
      {PROPOSAL_KINDS.map((kind: ProposalKind) => {
        const bar = value?.[kind] ?? null
        const lately = proposals.find(one => one.kind === kind)?.lately ?? { decided: 0, right: 0 }
        const change = (next: number | null): void =>
          onChange?.({ tag: null, queue: null, priority: null, ...value, [kind]: next })
        const percent = Math.floor((lately.right * 100) / Math.max(1, lately.decided))
        return (
          <div key={kind} className={styles.rule}>
            <div className={styles.ruleHead}>
              <Switch
                checked={bar !== null}
                onChange={on => change(on ? USUAL : null)}
                aria-label={t(`copilot.alone.${kind}`)}
              />
              <span>{t(`copilot.alone.${kind}`)}</span>
            </div>
            {bar === null ? null : (
              <div className={styles.bar}>
                <NumberField
                  min={min}
                  max={max}
                  kind="percent"
                  needed
                  suffix="%"
                  value={bar}
                  onChange={change}
                  aria-label={t('copilot.alone.bar')}
                />
                <span className={styles.used}>
                  {t(`copilot.alone.standing.${standingOf(bar, lately)}`, {
                    count: lately.decided,
                    decided,
                    percent,
                  })}
                </span>
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}
