import {
  ASSIGN_MODES,
  AWAY_RULES,
  type queueForm,
  SKILL_WAIT_MAX_MINUTES,
  STICKY_MAX_HOURS,
  TICKET_CEILING_MAX,
} from '@contract'
import { Form } from 'antd'
import { type EditForm, HelpedItem, NumberField } from '@/features/kit'
import { useTexts } from '@/i18n'
import { Select } from '@/ui'

const WIDE = { style: { width: '100%' } } as const

/** How a queue hands out its tickets (docs/assignment.md). What only matters where it does is asked there alone. */
export function AssignmentFields({ edit: { item, form } }: { edit: EditForm<typeof queueForm> }) {
  const { t } = useTexts()
  const hands = Form.useWatch('assignMode', form) ?? 'hand'
  const label = (
    field: 'assignMode' | 'assignCeiling' | 'assignAway' | 'assignStickyHours' | 'assignSkillMinutes',
  ) => ({
    ...item(field),
    label: t(`queues.field.${field}`),
  })
  return (
    <>
      <HelpedItem {...label('assignMode')} required about={t('queues.assign.modeHint')}>
        <Select options={ASSIGN_MODES.map(value => ({ value, label: t(`queues.assign.mode.${value}`) }))} />
      </HelpedItem>
      <HelpedItem {...label('assignAway')} required about={t('queues.assign.awayHint')}>
        <Select options={AWAY_RULES.map(value => ({ value, label: t(`queues.assign.away.${value}`) }))} />
      </HelpedItem>
      <HelpedItem {...label('assignCeiling')} about={t('queues.assign.ceilingHint')}>
        <NumberField min={1} max={TICKET_CEILING_MAX} {...WIDE} />
      </HelpedItem>
      <div hidden={hands === 'hand'}>
        <HelpedItem {...label('assignStickyHours')} required about={t('queues.assign.stickyHint')}>
          <NumberField min={0} max={STICKY_MAX_HOURS} {...WIDE} />
        </HelpedItem>
        <HelpedItem {...label('assignSkillMinutes')} about={t('queues.assign.skillHint')}>
          <NumberField kind="minutes" min={0} max={SKILL_WAIT_MAX_MINUTES} {...WIDE} />
        </HelpedItem>
      </div>
    </>
  )
}
