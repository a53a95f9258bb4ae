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
import { Input } from 'antd'
import dayjs from 'dayjs'
import { useEffect } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { HoursEditor, useHoursRule } from '@/features/hours'
import { DateField, type EditForm, Editor, type EditorSection, kinds, useEdited } from '@/features/kit'
import { isTextKey, useTexts } from '@/i18n'
import { companiesList, plansDirectory } from '@/stores/companies'
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
  const edited = useEdited('companies', companiesList, company, FRESH, fieldsOf)
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
  const data = ({ field }: Edit) => (
    <>
      {field('name', kinds.text())}
      {field('email', kinds.text({ inputMode: 'email', spellCheck: false }), {
        extra: company ? undefined : t('companies.emailHint'),
      })}
      {company
        ? null
        : field('password', { input: <Input.Password autoComplete="new-password" /> }, { required: true })}
      {field('phone', kinds.text({ type: 'tel' }))}
    </>
  )
  const contract = ({ field }: Edit) => (
    <>
      {field(
        'planId',
        kinds.choice(
          plans.map(({ id, name }) => ({ value: id, label: name })),
          { showSearch: true, optionFilterProp: 'label' },
        ),
      )}
      <div className={styles.pair}>
        {field(
          'dueDate',
          {
            input: <DateField />,
            words: value => (value ? format.date(value) : t('companies.due.none')),
          },
          {
            extra: t('companies.dueHint'),
            // Due on a day is due at its end.
            getValueFromEvent: (day: string | null) => (day ? dayjs(day).endOf('day').toISOString() : ''),
          },
        )}
        {field(
          'recurrence',
          kinds.choice(
            [...new Set([...OFFERED_RECURRENCES, ...known(company)])].map(value => ({
              value,
              label: t(`companies.recurrence.${value}`, { count: monthsOf(value) }),
            })),
          ),
        )}
      </div>
      {field(
        'status',
        { ...kinds.onOff(), item: { valuePropName: 'checked', label: t('companies.active') } },
        {
          required: true,
        },
      )}
      {field('campaignsEnabled', kinds.onOff(), { required: true })}
    </>
  )
  const named: object = { 'aria-label': t('companies.part.hours') }
  const sections: EditorSection<typeof companyForm>[] = [
    { key: 'data', title: t('companies.part.data'), fields: data },
    { key: 'contract', title: t('companies.part.contract'), fields: contract },
    ...(company
      ? [
          {
            key: 'hours',
            title: t('companies.part.hours'),
            fields: ({ field, noteChange, form }: Edit) =>
              // Of the form that changes one alone.
              field(
                'schedules' as 'name',
                {
                  input: <HoursEditor timeZone={zoneHere()} disabled={form === undefined} />,
                  words: () => t('companies.hoursChanged'),
                },
                {
                  label: undefined,
                  ...named,
                  required: false,
                  getValueFromEvent: (days: ScheduleDay[]) => {
                    queueMicrotask(noteChange)
                    return days
                  },
                  rules: [hoursRule(t('companies.badHours')), keepable],
                },
              ),
          },
        ]
      : []),
  ]
  return (
    <Editor
      // The two forms differ in their last member alone.
      {...edited}
      schema={(company ? changeForm : addForm) as unknown as typeof companyForm}
      title={company ? t('companies.editTitle', { name: company.name }) : t('companies.add')}
      titled={shape === 'drawer'}
      sections={sections}
      shape={shape}
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
      label={labelOf}
      minBusyMs={PLATFORM_SUBMIT_MS}
      onClose={onClose}
    />
  )

  function labelOf(name: string): string {
    const key = `companies.field.${name}`
    return name === 'schedules' ? t('companies.part.hours') : isTextKey(key) ? t(key) : name
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
