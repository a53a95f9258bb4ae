import { PRIORITIES, RULE_HOURS, type Rule, type RuleForm, ruleConditions, ruleForm } from '@contract'
import { Checkbox, Form, Input, Switch } from 'antd'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { EditDialog, type RowKind, Several, useLiveRow, useRowNames } from '@/features/kit'
import { StepsField, stepText, useStepKinds, useStepNames } from '@/features/steps'
import { useTexts } from '@/i18n'
import { rulesList, saveRule } from '@/stores/rules'
import { contentToasts } from '@/stores/toasts'
import { Select, ToolbarButton } from '@/ui'
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
  const kinds = useStepKinds()
  const said = {
    queueIds: useRowNames('queue'),
    whatsappIds: useRowNames('whatsapp'),
    tagIds: useRowNames('tag'),
    notTagIds: useRowNames('tag'),
  }
  const [trial, setTrial] = useState<RuleForm | null>(null)
  const live = useLiveRow(rulesList, rule?.id ?? null, fieldsOf)
  const priorities = PRIORITIES.map(value => ({ value, label: t(`tickets.priority.${value}`) }))
  const fieldText = (field: keyof Fields, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    if (field === 'event') return eventText(t, value as Rule['event'], names)
    if (field === 'steps') return (value as Rule['steps']).map(step => stepText(t, step, names)).join('; ')
    if (field === 'hours') return t(`rules.hour.${value as Fields['hours']}`)
    if (field === 'priorities')
      return (value as Fields['priorities']).map(one => t(`tickets.priority.${one}`)).join(', ')
    return field in said ? said[field as keyof typeof said](value as number[]) : String(value ?? '')
  }
  return (
    <EditDialog
      keepAs={`rule ${rule?.id ?? 'new'}`}
      schema={schema}
      title={t(rule ? 'rules.edit' : 'rules.add')}
      initial={rule ? fieldsOf(rule) : FRESH}
      live={live}
      save={fields => saveRule(rule?.id ?? null, formOf(fields))}
      say={contentToasts}
      columns={2}
      describe={(field, value) => ({ label: t(`rules.${field}`), value: fieldText(field, value) })}
      submitLabel={t(rule ? 'common.save' : 'common.add')}
      onClose={onClose}
    >
      {({ item, form }) => {
        const several = (field: keyof typeof said, kind: RowKind) => (
          <Form.Item {...item(field)} required={false} label={t(`rules.${field}`)}>
            <Several kind={kind} placeholder={t('savedViews.any')} />
          </Form.Item>
        )
        return (
          <>
            <Form.Item {...item('name')} className={styles.wide ?? ''} label={t('rules.name')}>
              <Input autoComplete="off" dir="auto" />
            </Form.Item>
            <Form.Item {...item('event')} className={styles.wide ?? ''} label={t('rules.event')}>
              <EventField />
            </Form.Item>
            {several('queueIds', 'queue')}
            {several('whatsappIds', 'whatsapp')}
            {several('tagIds', 'tag')}
            {several('notTagIds', 'tag')}
            <Form.Item {...item('priorities')} required={false} label={t('rules.priorities')}>
              <Select
                mode="multiple"
                maxTagCount="responsive"
                allowClear
                placeholder={t('savedViews.any')}
                options={priorities}
              />
            </Form.Item>
            <Form.Item {...item('hours')} label={t('rules.hours')}>
              <Select options={RULE_HOURS.map(value => ({ value, label: t(`rules.hour.${value}`) }))} />
            </Form.Item>
            <div className={`${styles.switches} ${styles.wide}`}>
              <Form.Item {...item('newContact')} valuePropName="checked">
                <Checkbox>{t('rules.newContact')}</Checkbox>
              </Form.Item>
              <Form.Item {...item('once')} valuePropName="checked">
                <Checkbox>{t('rules.once')}</Checkbox>
              </Form.Item>
            </div>
            <Form.Item {...item('steps')} className={styles.wide ?? ''} label={t('rules.steps')}>
              <StepsField label={t('rules.steps')} kinds={kinds} onlyShared />
            </Form.Item>
            <div className={`${styles.last} ${styles.wide}`}>
              <Form.Item {...item('active')} valuePropName="checked" label={t('rules.active')}>
                <Switch />
              </Form.Item>
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
        )
      }}
    </EditDialog>
  )
}
