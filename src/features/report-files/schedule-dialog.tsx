import {
  FIGURE_CLOCKS,
  LANGUAGES,
  MAILED_TABLES,
  REPORT_PERIODS,
  type ReportSchedule,
  type ReportScheduleForm,
  reportScheduleForm,
} from '@contract'
import { Form, Input, Switch } from 'antd'
import { call } from '@/api'
import { EditDialog, type RowKind, Several, useLiveItem, useRowNames } from '@/features/kit'
import { LANGUAGE_NAMES, useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { reportSchedulesDirectory } from '@/stores/report-schedules'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import { Select } from '@/ui'
import styles from './report-files.module.css'
import { weekdayText } from './words'

const fieldsOf = ({
  id: _id,
  ownerId: _owner,
  ownerName: _name,
  nextAt: _next,
  last: _last,
  ...fields
}: ReportSchedule): ReportScheduleForm => fields

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => ({ value: at + 1, label: String(at + 1) }))

/** Adds or changes a report that is sent by mail: when, to whom, what is in it. */
export function ScheduleDialog({
  schedule,
  onClose,
}: {
  schedule: ReportSchedule | null
  onClose: () => void
}) {
  const { t, format } = useTexts()
  const user = useUser()
  const language = usePreferences(state => state.language)
  const people = useRowNames('user')
  const said = {
    userIds: people,
    agentIds: people,
    queueIds: useRowNames('queue'),
    whatsappIds: useRowNames('whatsapp'),
  }
  const live = useLiveItem(reportSchedulesDirectory, schedule?.id ?? null, fieldsOf)
  const fresh: ReportScheduleForm = {
    name: '',
    period: 'week',
    day: 1,
    hour: 8,
    userIds: user ? [user.id] : [],
    addresses: [],
    tables: ['summary', 'day', 'queue', 'user', 'levels'],
    queueIds: [],
    agentIds: [],
    whatsappIds: [],
    clock: 'business',
    language,
    active: true,
  }
  const weekdays = Array.from({ length: 7 }, (_, at) => ({
    value: at + 1,
    label: weekdayText(language, at + 1),
  }))
  const valueText = (name: keyof ReportScheduleForm, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    if (name === 'period') return t(`reportFiles.byMail.periods.${value as ReportScheduleForm['period']}`)
    if (name === 'clock') return t(`reportFiles.byMail.clocks.${value as ReportScheduleForm['clock']}`)
    if (name === 'tables')
      return (value as ReportScheduleForm['tables']).map(one => t(`reportFiles.tables.${one}`)).join(', ')
    if (name in said) return said[name as keyof typeof said](value as number[])
    return Array.isArray(value) ? value.join(', ') : String(value ?? '')
  }
  return (
    <EditDialog
      keepAs={`report schedule ${schedule?.id ?? 'new'}`}
      schema={reportScheduleForm}
      title={t(schedule ? 'reportFiles.byMail.edit' : 'reportFiles.byMail.add')}
      initial={schedule ? fieldsOf(schedule) : fresh}
      live={live}
      columns={2}
      say={contentToasts}
      save={async body => {
        reportSchedulesDirectory.keep(
          schedule
            ? await call('reportSchedules.update', { params: { id: schedule.id }, body })
            : await call('reportSchedules.create', { body }),
        )
      }}
      describe={(name, value) => ({
        label: t(`reportFiles.byMail.fields.${name}`),
        value: valueText(name, value),
      })}
      submitLabel={t(schedule ? 'common.save' : 'common.add')}
      onClose={onClose}
    >
      {({ item, form }) => {
        const label = (name: keyof ReportScheduleForm) => t(`reportFiles.byMail.fields.${name}`)
        const several = (field: keyof typeof said, kind: RowKind, placeholder: string) => (
          <Form.Item {...item(field)} required={false} label={label(field)}>
            <Several kind={kind} placeholder={placeholder} />
          </Form.Item>
        )
        return (
          <>
            <Form.Item {...item('name')} className={styles.wide ?? ''} label={label('name')}>
              <Input autoComplete="off" dir="auto" />
            </Form.Item>
            <Form.Item {...item('period')} required label={label('period')}>
              <Select
                options={REPORT_PERIODS.map(value => ({
                  value,
                  label: t(`reportFiles.byMail.periods.${value}`),
                }))}
                onChange={() => form.setFieldValue('day', 1)}
              />
            </Form.Item>
            <Form.Item noStyle shouldUpdate={(a, b) => a.period !== b.period}>
              {() => (
                <Form.Item {...item('day')} required label={label('day')}>
                  <Select options={form.getFieldValue('period') === 'month' ? MONTH_DAYS : weekdays} />
                </Form.Item>
              )}
            </Form.Item>
            <Form.Item
              {...item('hour')}
              required
              label={label('hour')}
              extra={
                schedule?.active
                  ? t('reportFiles.byMail.next', { at: format.exact(schedule.nextAt) })
                  : undefined
              }
            >
              <Select options={HOURS} />
            </Form.Item>
            <Form.Item {...item('language')} required label={label('language')}>
              <Select options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))} />
            </Form.Item>
            {several('userIds', 'user', t('reportFiles.byMail.nobody'))}
            <Form.Item {...item('addresses')} required={false} label={label('addresses')}>
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[',', ';', ' ']}
                placeholder={t('reportFiles.byMail.addressHint')}
              />
            </Form.Item>
            <Form.Item {...item('tables')} className={styles.wide ?? ''} label={label('tables')}>
              <Select
                mode="multiple"
                options={MAILED_TABLES.map(value => ({ value, label: t(`reportFiles.tables.${value}`) }))}
              />
            </Form.Item>
            {several('queueIds', 'queue', t('reportFiles.byMail.all'))}
            {several('agentIds', 'user', t('reportFiles.byMail.all'))}
            {several('whatsappIds', 'whatsapp', t('reportFiles.byMail.all'))}
            <Form.Item {...item('clock')} required label={label('clock')}>
              <Select
                options={FIGURE_CLOCKS.map(value => ({
                  value,
                  label: t(`reportFiles.byMail.clocks.${value}`),
                }))}
              />
            </Form.Item>
            <Form.Item {...item('active')} label={label('active')} valuePropName="checked">
              <Switch />
            </Form.Item>
          </>
        )
      }}
    </EditDialog>
  )
}
