import {
  businessHours,
  type Company,
  companyForm,
  monthsOf,
  OFFERED_RECURRENCES,
  PLATFORM_SUBMIT_MS,
  RECURRENCES,
  type Recurrence,
  type ScheduleDay,
  zoneHere,
} from '@contract'
import { Form, Input, Switch } from 'antd'
import dayjs from 'dayjs'
import { useEffect } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { HoursEditor, useHoursRule } from '@/features/hours'
import { DateField, type EditForm, Editor, type EditorSection, useLiveRow } from '@/features/kit'
import { isTextKey, useTexts } from '@/i18n'
import { companiesList, plansDirectory } from '@/stores/companies'
import { Select } from '@/ui'
import styles from './companies.module.css'
import { campaignsOf } from './due'
import { useSaving } from './use-saving'

/** A company that is added has a first admin; one that is there has hours. */
const addForm = companyForm.extend({ password: companyForm.shape.password.unwrap().options[1] })
const changeForm = companyForm.omit({ password: true }).extend({ schedules: businessHours.optional() })
type Fields = Partial<z.input<typeof companyForm>> & { schedules?: ScheduleDay[] }

const FRESH: Fields = {
  name: '',
  email: '',
  phone: '',
  status: true,
  campaignsEnabled: true,
  dueDate: '',
  recurrence: OFFERED_RECURRENCES[0],
  password: '',
}

const isRecurrence = (value: string | null): value is Recurrence =>
  RECURRENCES.some(recurrence => recurrence === value)

/** A company as its form has it. */
export const fieldsOf = (company: Company): Fields => {
  const campaigns = campaignsOf(company)
  return {
    name: company.name,
    email: company.email ?? '',
    phone: company.phone ?? '',
    ...(company.planId === null ? {} : { planId: company.planId }),
    status: company.status,
    ...(campaigns === undefined ? {} : { campaignsEnabled: campaigns }),
    dueDate: company.dueDate ?? '',
    recurrence: isRecurrence(company.recurrence) ? company.recurrence : (OFFERED_RECURRENCES[0] ?? null),
    schedules: company.schedules,
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export interface CompanyEditorProps {
  /** null adds one. */
  company: Company | null
  shape: 'page' | 'drawer'
  onClose: () => void
}

/** Adds or changes a company. */
export function CompanyEditor({ company, shape, onClose }: CompanyEditorProps) {
  const { t, format } = useTexts()
  const keepable = useHoursRule()
  const saving = useSaving('company')
  const plans = plansDirectory.use(state => state.items)
  const live = useLiveRow(companiesList, company?.id ?? null, fieldsOf)
  useEffect(() => void plansDirectory.ensure(), [])

  const change = async (id: number, values: z.output<typeof changeForm>): Promise<void> => {
    const { schedules: hours, ...body } = values
    let saved = await call('companies.update', { params: { id }, body })
    if (hours && !same(hours, company?.schedules))
      saved = await call('companies.schedules', { params: { id }, body: { id, schedules: hours } })
    companiesList.keep(saved)
  }
  const add = async (body: z.output<typeof addForm>): Promise<void> =>
    companiesList.keep(await call('companies.create', { body }))

  type Edit = EditForm<typeof companyForm>
  const data = ({ item }: Edit) => (
    <>
      <Form.Item {...item('name')} label={t('companies.field.name')}>
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item
        {...item('email')}
        label={t('companies.field.email')}
        extra={company ? undefined : t('companies.emailHint')}
      >
        <Input inputMode="email" autoComplete="off" spellCheck={false} />
      </Form.Item>
      {company ? null : (
        <Form.Item {...item('password')} required label={t('companies.field.password')}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      )}
      <Form.Item {...item('phone')} label={t('companies.field.phone')}>
        <Input type="tel" autoComplete="off" />
      </Form.Item>
    </>
  )
  const contract = ({ item }: Edit) => (
    <>
      <Form.Item {...item('planId')} label={t('companies.field.planId')}>
        <Select
          showSearch
          optionFilterProp="label"
          options={plans.map(plan => ({ value: plan.id, label: plan.name }))}
        />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item
          {...item('dueDate')}
          label={t('companies.field.dueDate')}
          extra={t('companies.dueHint')}
          // Due on a day is due at its end.
          getValueFromEvent={(day: string | null) => (day ? dayjs(day).endOf('day').toISOString() : '')}
        >
          <DateField />
        </Form.Item>
        <Form.Item {...item('recurrence')} label={t('companies.field.recurrence')}>
          <Select
            options={[...new Set([...OFFERED_RECURRENCES, ...known(company)])].map(value => ({
              value,
              label: t(`companies.recurrence.${value}`, { count: monthsOf(value) }),
            }))}
          />
        </Form.Item>
      </div>
      <Form.Item {...item('status')} required label={t('companies.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        {...item('campaignsEnabled')}
        required
        label={t('companies.field.campaignsEnabled')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  )
  const sections: EditorSection<typeof companyForm>[] = [
    { key: 'data', title: t('companies.part.data'), fields: data },
    { key: 'contract', title: t('companies.part.contract'), fields: contract },
    ...(company
      ? [
          {
            key: 'hours',
            title: t('companies.part.hours'),
            fields: ({ noteChange, form }: Edit) => (
              <Form.Item
                name="schedules"
                aria-label={t('companies.part.hours')}
                getValueFromEvent={(days: ScheduleDay[]) => {
                  queueMicrotask(noteChange)
                  return days
                }}
                rules={[hoursRule(t('companies.badHours')), keepable]}
              >
                <HoursEditor timeZone={zoneHere()} disabled={form === undefined} />
              </Form.Item>
            ),
          },
        ]
      : []),
  ]
  return (
    <Editor
      // The two forms differ in their last member alone.
      keepAs={`company ${company?.id ?? 'new'}`}
      schema={(company ? changeForm : addForm) as unknown as typeof companyForm}
      title={company ? t('companies.editTitle', { name: company.name }) : t('companies.addTitle')}
      sections={sections}
      shape={shape}
      initial={company ? fieldsOf(company) : FRESH}
      live={live}
      save={values =>
        saving(() =>
          company
            ? change(company.id, values as z.output<typeof changeForm>)
            : add(values as z.output<typeof addForm>),
        )
      }
      fieldOfCode={{
        ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
        ERR_DUPLICATED_USER: 'email',
        ERR_NO_PLAN_FOUND: 'planId',
      }}
      describe={(name, value) => ({
        label: labelOf(name),
        value: messageOf(name, value),
      })}
      submitLabel={company ? t('common.save') : t('common.add')}
      minBusyMs={PLATFORM_SUBMIT_MS}
      onClose={onClose}
    />
  )

  function labelOf(name: string): string {
    const key = `companies.field.${name}`
    return name === 'schedules' ? t('companies.part.hours') : isTextKey(key) ? t(key) : name
  }

  /** A colleague's value in words. */
  function messageOf(name: string, value: unknown): string {
    if (name === 'dueDate') return value ? format.date(String(value)) : t('companies.due.none')
    if (name === 'planId') return plans.find(plan => plan.id === value)?.name ?? String(value)
    if (name === 'schedules') return t('companies.hoursChanged')
    if (name === 'recurrence' && typeof value === 'string' && isRecurrence(value))
      return t(`companies.recurrence.${value}`, { count: monthsOf(value) })
    return typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : String(value ?? '')
  }
}

/** A recurrence that is not offered any more stays what it is. */
const known = (company: Company | null): Recurrence[] =>
  company && isRecurrence(company.recurrence) ? [company.recurrence] : []

/** Times that cannot be kept are said below the week, and not sent. */
const hoursRule = (text: string) => ({
  validator: async (_rule: unknown, days: unknown) => {
    if (!businessHours.safeParse(days ?? []).success) throw new Error(text)
  },
})
