import {
  FIGURE_CLOCKS,
  LANGUAGES,
  MAILED_TABLES,
  REPORT_PERIODS,
  type ReportSchedule,
  type ReportScheduleForm,
  reportScheduleForm,
} from '@contract'
import { Form } from 'antd'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { LANGUAGE_NAMES, useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { reportSchedulesDirectory } from '@/stores/report-schedules'
import { saved } from '@/stores/saved'
import { useUser } from '@/stores/session'
import styles from './report-files.module.css'
import { weekdayText } from './words'

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
  const periods = REPORT_PERIODS.map(value => ({ value, label: t(`reportFiles.byMail.periods.${value}`) }))
  const clocks = FIGURE_CLOCKS.map(value => ({ value, label: t(`reportFiles.byMail.clocks.${value}`) }))
  const tables = MAILED_TABLES.map(value => ({ value, label: t(`reportFiles.tables.${value}`) }))
  const languages = LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))
  const wide = { className: styles.wide ?? '' }
  const needed = { required: true }
  const all = t('reportFiles.byMail.all')
  return (
    <EditDialog
      {...useEdited('reportSchedules', reportSchedulesDirectory, schedule, fresh)}
      schema={reportScheduleForm}
      title={t(schedule ? 'reportFiles.byMail.edit' : 'reportFiles.byMail.add')}
      columns={2}
      save={async body => reportSchedulesDirectory.keep(await saved('reportSchedules', schedule, body))}
      label={name => t(`reportFiles.byMail.fields.${name}`)}
      onClose={onClose}
    >
      {({ field, form }) => (
        <>
          {field('name', kinds.text(), wide)}
          {field('period', kinds.choice(periods, { onChange: () => form.setFieldValue('day', 1) }), needed)}
          <Form.Item noStyle shouldUpdate={(a, b) => a.period !== b.period}>
            {() =>
              field(
                'day',
                kinds.choice(form.getFieldValue('period') === 'month' ? MONTH_DAYS : weekdays),
                needed,
              )
            }
          </Form.Item>
          {field('hour', kinds.choice(HOURS), {
            required: true,
            extra: schedule?.active
              ? t('reportFiles.byMail.next', { at: format.exact(schedule.nextAt) })
              : undefined,
          })}
          {field('language', kinds.choice(languages), needed)}
          {field('userIds', kinds.several('user', t('reportFiles.byMail.nobody')))}
          {field('addresses', kinds.words(t('reportFiles.byMail.addressHint'), [',', ';', ' ']))}
          {field('tables', kinds.choice(tables, { mode: 'multiple' }), wide)}
          {field('queueIds', kinds.several('queue', all))}
          {field('agentIds', kinds.several('user', all))}
          {field('whatsappIds', kinds.several('whatsapp', all))}
          {field('clock', kinds.choice(clocks), needed)}
          {field('active', kinds.onOff())}
        </>
      )}
    </EditDialog>
  )
}
