import { PRIORITIES, RULE_HOURS, type Rule, type RuleForm, ruleConditions, ruleForm } from '@contract'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { EditDialog, FormPart, kinds, useEdited } from '@/features/kit'
import { stepsKind, useStepNames } from '@/features/steps'
import { useTexts } from '@/i18n'
import { rulesList, saveRule } from '@/stores/rules'
import { ToolbarButton } from '@/ui'
import { EventField } from './event-field'
import styles from './rules.module.css'
import { Trial } from './trial'
import { eventText } from './words'

const { conditions, ...rest } = ruleForm.shape
const schema = z.object({ ...rest, ...conditions.shape })
type Fields = z.output<typeof schema>

const fieldsOf = ({ id: _id, conditions, ...rest }: Rule) => ({ ...rest, ...conditions })
const FRESH = {
  name: '',
  active: true,
  event: { kind: 'arrives' as const, ours: false },
  steps: [],
  once: false,
  ...ruleConditions.parse({}),
}
const formOf = ({ name, active, event, steps, once, ...conditions }: Fields) => ({
  name,
  active,
  event,
  steps,
  once,
  conditions,
})

/** Adds or changes a rule: when it is asked, what has to hold, what it does; tried on the last week before it is kept. */
export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const { t } = useTexts()
  const names = useStepNames()
  const [trial, setTrial] = useState<RuleForm | null>(null)
  const any = t('savedViews.any')
  const priorities = PRIORITIES.map(value => ({ value, label: t(`tickets.priority.${value}`) }))
  const hours = RULE_HOURS.map(value => ({ value, label: t(`rules.hour.${value}`) }))
  const wide = { className: styles.wide ?? '' }
  return (
    <EditDialog
      {...useEdited('rules', rulesList, rule, FRESH, fieldsOf)}
      schema={schema}
      title={t(rule ? 'rules.edit' : 'rules.add')}
      save={fields => saveRule(rule, formOf(fields))}
      columns={2}
      label={name => t(`rules.${name}`)}
      onClose={onClose}
    >
      {({ field, form }) => (
        <>
          {field('name', kinds.text(), wide)}
          {field(
            'event',
            { input: <EventField />, words: (event: Rule['event']) => eventText(t, event, names) },
            wide,
          )}
          {field('steps', stepsKind(true, t('rules.steps')), wide)}
          <FormPart title={t('rules.conditions')}>
            {field('queueIds', kinds.several('queue', any))}
            {field('whatsappIds', kinds.several('whatsapp', any))}
            {field('tagIds', kinds.several('tag', any))}
            {field('notTagIds', kinds.several('tag', any))}
            {field('priorities', kinds.choices(priorities, any))}
            {field('hours', kinds.choice(hours))}
            <div className={`${styles.switches} ${styles.wide}`}>
              {field('newContact', kinds.check())}
              {field('once', kinds.check())}
            </div>
          </FormPart>
          <div className={`${styles.last} ${styles.wide}`}>
            {field('active', kinds.onOff())}
            <ToolbarButton
              icon={FlaskConical}
              label={t('rules.try')}
              onClick={() => {
                void form
                  .validateFields()
                  .then(() => setTrial(formOf(schema.parse({ ...FRESH, ...form.getFieldsValue(true) }))))
                  // What is missing is said at its field.
                  .catch(() => undefined)
              }}
            />
          </div>
          {trial ? <Trial form={trial} /> : null}
        </>
      )}
    </EditDialog>
  )
}
