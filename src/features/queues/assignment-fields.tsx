import {
  ASSIGN_MODES,
  AWAY_RULES,
  type queueForm,
  SKILL_WAIT_MAX_MINUTES,
  STICKY_MAX_HOURS,
  TICKET_CEILING_MAX,
} from '@contract'
import { Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { type EditForm, kinds } from '@/features/kit'
import type { TFunction } from '@/i18n'

const WIDE = { style: { width: '100%' } } as const

/** What only matters where the queue hands tickets out. */
function WhereHanded({ form, children }: { form: FormInstance; children: ReactNode }) {
  return <div hidden={(Form.useWatch('assignMode', form) ?? 'hand') === 'hand'}>{children}</div>
}

/** How a queue hands out its tickets (docs/assignment.md). What only matters where it does is asked there alone. */
export function assignmentFields(t: TFunction, { field, form }: EditForm<typeof queueForm>): ReactNode {
  const modes = ASSIGN_MODES.map(value => ({ value, label: t(`queues.assign.mode.${value}`) }))
  const rules = AWAY_RULES.map(value => ({ value, label: t(`queues.assign.away.${value}`) }))
  const ceiling = kinds.number({ min: 1, max: TICKET_CEILING_MAX, ...WIDE })
  const hours = kinds.number({ min: 0, max: STICKY_MAX_HOURS, ...WIDE })
  const minutes = kinds.number({ kind: 'minutes', min: 0, max: SKILL_WAIT_MAX_MINUTES, ...WIDE })
  return (
    <>
      {field('assignMode', kinds.choice(modes), { required: true, about: t('queues.assign.modeHint') })}
      {field('assignAway', kinds.choice(rules), { required: true, about: t('queues.assign.awayHint') })}
      {field('assignCeiling', ceiling, { about: t('queues.assign.ceilingHint') })}
      <WhereHanded form={form as FormInstance}>
        {field('assignStickyHours', hours, { required: true, about: t('queues.assign.stickyHint') })}
        {field('assignSkillMinutes', minutes, { about: t('queues.assign.skillHint') })}
      </WhereHanded>
    </>
  )
}
