import { OWN_KEY } from '@contract'
import { ChevronRight, Circle, CircleCheck, CircleDashed, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { followFirstSteps, STEPS, type Step, showFirstSteps, useFirstSteps } from '@/stores/first-steps'
import { useServers } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useToasts } from '@/stores/toasts'
import { useWorkspaceState } from '@/stores/workspace'
import { AllAnswered, cx, FirstWay, IconButton, looks, VisuallyHidden } from '@/ui'
import styles from './first-steps.module.css'

/** Where each step is done; colleagues of a company on this computer come by its network. */
const whereOf = (step: Step, here: boolean): string =>
  ({
    number: '/connections',
    queue: '/queues',
    colleagues: here ? '/settings/colleagues' : '/users',
    message: '/tickets',
  })[step]

/**
 * The short list of a new company: ticks itself, is shown to whoever administers, can be put away, and goes by itself once
 * the company serves its customers. Whoever sees the last tick come reads that; the next time it is not there.
 */
export function FirstSteps() {
  const { t } = useTexts()
  const attempt = useAttempt()
  const toasts = useToasts()
  const isAdmin = useUser()?.profile === 'admin'
  const steps = useFirstSteps(state => state.steps)
  const channel = useWorkspaceState()?.channel
  // The company of this computer: Meta does not reach it.
  const here = useServers(({ state }) => state?.current === OWN_KEY)
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => (isAdmin ? followFirstSteps() : undefined), [isAdmin])
  const allDone = steps?.received === true && STEPS.every(step => steps[step])
  if (steps?.shown && !allDone && !wasOpen) setWasOpen(true)
  if (!isAdmin || !steps?.shown || (allDone && !wasOpen)) return null
  // Without a way to WhatsApp nothing can be connected and nothing can leave: these steps wait, and lead nowhere yet.
  const waits = (step: Step): boolean =>
    !steps[step] && (step === 'number' || step === 'message') && channel === 'none'
  const possible = STEPS.filter(step => !waits(step))
  const done = STEPS.filter(step => steps[step]).length
  const hide = async (): Promise<void> => {
    if (!(await attempt(() => showFirstSteps(false), ''))) return
    toasts.info(t('firstRun.steps.hidden'), {
      action: {
        label: t('firstRun.steps.undo'),
        run: () => void attempt(() => showFirstSteps(true), ''),
      },
    })
  }
  const aboutOf = (step: Step): string =>
    waits(step) && (step === 'number' || step === 'message')
      ? t(`firstRun.steps.${step}None`)
      : t(`firstRun.steps.${step}Text`)
  // "Serves its customers" is said by what came in, never by what was set up.
  const notYetWritten = here ? 'doneHere' : 'unheard'
  const outcome = channel === 'none' ? 'prepared' : steps.received ? 'done' : notYetWritten
  const ready = done === possible.length
  return (
    <section className={styles.card} aria-label={t('firstRun.steps.title')}>
      <div className={styles.lead}>
        <div className={styles.drawing}>{ready ? <AllAnswered small /> : <FirstWay small />}</div>
        <div className={looks.fill}>
          <h2 className={styles.title}>{t('firstRun.steps.title')}</h2>
          <p className={cx(styles.text, ready && styles.done)}>
            {t(ready ? `firstRun.steps.${outcome}` : 'firstRun.steps.lead')}
          </p>
          <div className={styles.progress}>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ transform: `scaleX(${done / possible.length})` }} />
            </span>
            {t('firstRun.steps.progress', { done, all: possible.length })}
          </div>
        </div>
      </div>
      <ol className={styles.list}>
        {STEPS.map(step => {
          const Icon = steps[step] ? CircleCheck : waits(step) ? CircleDashed : Circle
          const state = steps[step] ? 'ticked' : waits(step) ? 'waits' : 'open'
          const words = (
            <>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.tick} />
              <span className={looks.fillColumn}>
                <span className={styles.name}>
                  {t(`firstRun.steps.${step}`)}
                  <VisuallyHidden>{t(`firstRun.steps.${state}`)}</VisuallyHidden>
                </span>
                <span className={styles.text}>{aboutOf(step)}</span>
              </span>
            </>
          )
          return (
            <li key={step} data-step={step} data-done={steps[step]}>
              {waits(step) ? (
                <div className={cx(styles.step, styles.waits)}>{words}</div>
              ) : (
                <Link to={whereOf(step, here)} className={cx(styles.step, steps[step] && styles.ticked)}>
                  {words}
                  <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className={styles.go} />
                </Link>
              )}
            </li>
          )
        })}
      </ol>
      <div className={styles.hide}>
        <IconButton icon={X} size="small" label={t('firstRun.steps.hide')} onClick={() => void hide()} />
      </div>
    </section>
  )
}
