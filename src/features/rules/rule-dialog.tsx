import { PRIORITIES, RULE_HOURS, type Rule, type RuleForm, ruleConditions, ruleForm } from '@contract'
import { Checkbox, Form, Input, Switch } from 'antd'
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { EditDialog, useLiveRow } from '@/features/kit'
import { StepsField, stepText, useStepKinds, useStepNames } from '@/features/steps'
import { useTexts } from '@/i18n'
import { useQueues } from '@/stores/queues'
import { rulesList, saveRule } from '@/stores/rules'
import { useTags } from '@/stores/tags'
import { contentToasts } from '@/stores/toasts'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
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
  const queues = useQueues()
  const tags = useTags()
  const whatsapps = useWhatsapps()
  const [trial, setTrial] = useState<RuleForm | null>(null)
  useEffect(() => void whatsappsDirectory.ensure(), [])
  const live = useLiveRow(rulesList, rule?.id ?? null, fieldsOf)
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name: label }) => ({ value: id, label }))
  const options = {
    queueIds: named(queues),
    whatsappIds: named(whatsapps),
    tagIds: named(tags),
    notTagIds: named(tags),
    priorities: PRIORITIES.map(value => ({ value, label: t(`tickets.priority.${value}`) })),
  }
  const fieldText = (field: keyof Fields, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    if (field === 'event') return eventText(t, value as Rule['event'], names)
    if (field === 'steps') return (value as Rule['steps']).map(step => stepText(t, step, names)).join('; ')
    if (field === 'hours') return t(`rules.hour.${value as Fields['hours']}`)
    if (!Array.isArray(value)) return String(value ?? '')
    const known: readonly { value: unknown; label: string }[] = options[field as keyof typeof options]
    return value.map(one => known.find(option => option.value === one)?.label ?? String(one)).join(', ')
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
        const several = (field: keyof typeof options) => (
          <Form.Item {...item(field)} required={false} label={t(`rules.${field}`)}>
            <Select
              mode="multiple"
              maxTagCount="responsive"
              allowClear
              placeholder={t('savedViews.any')}
              options={options[field] as { value: number | string; label: string }[]}
            />
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
            {several('queueIds')}
            {several('whatsappIds')}
            {several('tagIds')}
            {several('notTagIds')}
            {several('priorities')}
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
