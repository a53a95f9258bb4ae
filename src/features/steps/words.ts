import { STEP_KINDS, type Step, type StepKind } from '@contract'
import { type RowName, useRowName } from '@/features/kit'
import { type TFunction, useTexts } from '@/i18n'
import { useLacks } from '@/stores/servers'
import { useWorkplace } from '@/stores/workplace'

const MINUTES = { minute: 1, hour: 60, day: 1_440 } as const
export type TimeUnit = keyof typeof MINUTES
export const TIME_UNITS = Object.keys(MINUTES) as TimeUnit[]
export const minutesIn = (unit: TimeUnit): number => MINUTES[unit]

/** The largest unit of which it is a whole number. */
export const unitOf = (minutes: number): TimeUnit =>
  minutes % MINUTES.day === 0 ? 'day' : minutes % MINUTES.hour === 0 ? 'hour' : 'minute'

export function spanText(t: TFunction, minutes: number): string {
  const unit = unitOf(minutes)
  return t(`steps.span.${unit}`, { count: minutes / MINUTES[unit] })
}

/** What steps name, by what it is called now. Loads it. */
export const useStepNames = (): RowName => useRowName('tag', 'queue', 'user', 'quickMessage')

/** Says steps in words, one after the other. */
export function useStepsText(): (steps: readonly Step[]) => string {
  const { t } = useTexts()
  const names = useStepNames()
  return steps => steps.map(step => stepText(t, step, names)).join('; ')
}

/** The kinds of steps this server and the company's plan have. */
export function useStepKinds(): readonly StepKind[] {
  const lacks = useLacks()
  const schedules = useWorkplace(state => state.plan?.useSchedules ?? true)
  const has: Partial<Record<StepKind, boolean>> = {
    priority: !lacks('ticketPriority'),
    snooze: !lacks('snooze'),
    notify: !lacks('mentions'),
    schedule: schedules,
  }
  return STEP_KINDS.filter(kind => has[kind] ?? true)
}

/** One step in words. */
export function stepText(t: TFunction, step: Step, names: RowName): string {
  switch (step.kind) {
    case 'message':
      return t('steps.does.message', { name: names('quickMessage', step.quickMessageId) })
    case 'schedule':
      return t('steps.does.schedule', { span: spanText(t, step.minutes), text: step.body })
    case 'note':
      return t('steps.does.note', { text: step.note })
    case 'notify': {
      const who = [
        ...step.users.map(id => names('user', id)),
        ...step.queues.map(id => names('queue', id)),
      ].join(', ')
      return t('steps.does.notify', { name: who, text: step.note })
    }
    case 'addTag':
    case 'removeTag':
      return t(`steps.does.${step.kind}`, { name: names('tag', step.tagId) })
    case 'priority':
      return t('steps.does.priority', { name: t(`tickets.priority.${step.priority}`) })
    case 'queue':
      return t('steps.does.queue', { name: names('queue', step.queueId) })
    case 'assign':
      return t('steps.does.assign', { name: names('user', step.userId) })
    case 'snooze':
      return step.minutes === null
        ? t('steps.does.snoozeFor')
        : t('steps.does.snooze', { span: spanText(t, step.minutes) })
    case 'resolve':
      return t(step.silently ? 'steps.does.resolveSilently' : 'steps.does.resolve')
  }
}
