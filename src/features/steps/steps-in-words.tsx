import type { Step, StepState } from '@contract'
import { useTexts } from '@/i18n'
import { looks, Pill } from '@/ui'
import styles from './steps.module.css'
import { stepText, useStepNames } from './words'

/** What became of a step, and why it could not be done. */
export interface Became {
  state: StepState
  why: string
}

const TONES = { done: 'success', failed: 'error', unsure: 'warning', left: 'neutral' } as const

/** Steps in their order, in words; with what became of each, where that is known. */
export function StepsInWords({
  steps,
  outcomes,
}: {
  steps: readonly Step[]
  outcomes?: readonly (Became | undefined)[]
}) {
  const { t } = useTexts()
  const names = useStepNames()
  return (
    <ol className={styles.words}>
      {steps.map((step, at) => {
        const outcome = outcomes?.[at]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are told apart by their places alone
          <li key={at}>
            <span className={styles.does}>{stepText(t, step, names)}</span>
            {outcome ? (
              <span className={styles.became}>
                <Pill tone={TONES[outcome.state]}>{t(`steps.state.${outcome.state}`)}</Pill>
                {outcome.why ? <span className={looks.note}>{outcome.why}</span> : null}
              </span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
