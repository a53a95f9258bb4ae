import {
  ASSIGN_MODES,
  AWAY_RULES,
  DEFAULT_HOURS,
  DEFAULT_TIME_ZONE,
  QUEUE_PALETTE,
  type Queue,
  queueForm,
  SKILL_WAIT_MAX_MINUTES,
  STICKY_MAX_HOURS,
  TICKET_CEILING_MAX,
} from '@contract'
import { Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { call } from '@/api'
import { AutomationField } from '@/features/automation'
import { HolidaysPart, HoursEditor, useHoursRule, weekOf } from '@/features/hours'
import {
  type EditForm,
  Editor,
  type EditorSection,
  kinds,
  MessageArea,
  useAttempt,
  useLiveRow,
} from '@/features/kit'
import { type TFunction, useTexts } from '@/i18n'
import { holidaysDirectory, useHolidays } from '@/stores/holidays'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { settingsDirectory, useSetting } from '@/stores/settings'
import { ColorField } from './color-field'
import { MediaField } from './media-field'
import { CustomerPhone } from './phone/customer-phone'
import { usePreview } from './phone/use-preview'
import styles from './queues.module.css'

const WIDE = { style: { width: '100%' } } as const

/** What only matters where the queue hands tickets out. */
function WhereHanded({ form, children }: { form: FormInstance; children: ReactNode }) {
  return <div hidden={(Form.useWatch('assignMode', form) ?? 'hand') === 'hand'}>{children}</div>
}

/** How a queue hands out its tickets (docs/assignment.md). What only matters where it does is asked there alone. */
function assignmentFields(t: TFunction, { field, form }: EditForm<typeof queueForm>): ReactNode {
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

const fieldsOf = (queue: Queue) => ({
  name: queue.name,
  color: queue.color,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  orderQueue: queue.orderQueue,
  promptId: queue.promptId,
  integrationId: queue.integrationId,
  schedules: queue.schedules.length > 0 ? weekOf(queue.schedules) : [],
  assignMode: queue.assignMode,
  assignCeiling: queue.assignCeiling,
  assignAway: queue.assignAway,
  assignStickyHours: queue.assignStickyHours,
  assignSkillMinutes: queue.assignSkillMinutes,
})
const NO_FILE = { mediaPath: null, mediaName: null }

async function keepFile(id: number, file: File | null): Promise<void> {
  const params = { id }
  queuesDirectory.keep(
    await (file ? call('queues.attach', { params, files: [file] }) : call('queues.detach', { params })),
  )
}

/** Data of a queue, its file and, where queues keep them, its hours. */
export function QueueForm({ queue }: { queue: Queue | null }) {
  const { t } = useTexts()
  const keepable = useHoursRule()
  const navigate = useNavigate()
  const attempt = useAttempt()
  const queues = useQueues()
  const holidays = useHolidays()
  const timeZone = useSetting('timezone') || DEFAULT_TIME_ZONE
  const scheduleType = useSetting('scheduleType')
  const knowsHolidays = useOffered('holidays')
  const assigns = useOffered('assignment')
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const made = useRef<number | null>(null)
  const preview = usePreview(queue?.id ?? null)
  useEffect(() => {
    void settingsDirectory.ensure()
    if (knowsHolidays) void holidaysDirectory.ensure()
  }, [knowsHolidays])

  const live = useLiveRow(queuesDirectory, queue?.id ?? null, fieldsOf)
  const now = queues.find(one => one.id === queue?.id) ?? queue
  const others = queues.filter(one => one.id !== queue?.id)
  const [fresh] = useState(() => ({
    name: '',
    color: QUEUE_PALETTE.find(color => !queues.some(one => one.color.toLowerCase() === color)) ?? '',
    greetingMessage: '',
    outOfHoursMessage: '',
    orderQueue: null,
    promptId: null,
    integrationId: null,
    schedules: weekOf(DEFAULT_HOURS),
    assignMode: 'hand' as const,
    assignCeiling: null,
    assignAway: 'stay' as const,
    assignStickyHours: 0,
    assignSkillMinutes: null,
  }))

  const save = async (body: z.output<typeof queueForm>): Promise<void> => {
    if (queue) return queuesDirectory.keep(await call('queues.update', { params: { id: queue.id }, body }))
    const saved = await call('queues.create', { body })
    made.current = saved.id
    queuesDirectory.keep(saved)
    // The queue exists: what happened to its file is shown by itself, and both can be seen in its editor.
    if (file) await attempt(() => keepFile(saved.id, file), '')
  }
  const changeFile = async (chosen: File | null): Promise<void> => {
    if (!queue) return setFile(chosen)
    setBusy(true)
    await attempt(() => keepFile(queue.id, chosen), t(chosen ? 'queues.file.saved' : 'queues.file.removed'))
    setBusy(false)
  }

  const labelOf = (name: keyof typeof queueForm.shape): string =>
    name === 'promptId' || name === 'integrationId'
      ? t(`automation.${name === 'promptId' ? 'prompt' : 'integration'}.label`)
      : t(`queues.field.${name}`)
  const sections: EditorSection<typeof queueForm>[] = [
    {
      key: 'data',
      title: t('queues.section.data'),
      fields: ({ item, field }) => (
        <>
          <div className={styles.pair}>
            {field('name', kinds.text())}
            {field('orderQueue', kinds.number({ min: 0, max: 100_000, style: { width: '100%' } }))}
          </div>
          {field('color', { input: <ColorField others={others} /> })}
          {field('greetingMessage', { input: <MessageArea /> }, { about: t('queues.greetingHint') })}
          <Form.Item label={t('queues.field.media')} htmlFor="queue-media">
            <MediaField
              id="queue-media"
              kept={now ?? NO_FILE}
              file={file}
              busy={busy}
              onChoose={chosen => void changeFile(chosen)}
              onRemove={() => void changeFile(null)}
            />
          </Form.Item>
          {field(
            'outOfHoursMessage',
            { input: <MessageArea /> },
            { extra: t(scheduleType === 'queue' ? 'queues.outOfHoursHint' : 'queues.outOfHoursIdle') },
          )}
          <AutomationField kind="prompt" item={item('promptId')} />
          <AutomationField kind="integration" item={item('integrationId')} />
        </>
      ),
    },
    ...(assigns
      ? [
          {
            key: 'assignment',
            title: t('queues.section.assignment'),
            fields: edit => assignmentFields(t, edit),
          } satisfies EditorSection<typeof queueForm>,
        ]
      : []),
    ...(scheduleType === 'queue'
      ? [
          {
            key: 'hours',
            title: t('queues.section.hours'),
            fields: ({ item, field }) => (
              <>
                {field(
                  'schedules',
                  {
                    input: <HoursEditor timeZone={timeZone} holidays={holidays} />,
                    words: () => t('queues.otherHours'),
                    item: { label: undefined },
                  },
                  { rules: [...item('schedules').rules, keepable] },
                )}
                <HolidaysPart timeZone={timeZone} />
              </>
            ),
          } satisfies EditorSection<typeof queueForm>,
        ]
      : []),
  ]
  return (
    <Editor
      key={queue?.id ?? 'new'}
      keepAs={`queues ${queue?.id ?? 'new'}`}
      schema={queueForm}
      title={queue ? queue.name : t('queues.newTitle')}
      titled={false}
      sections={sections}
      initial={queue ? fieldsOf(queue) : fresh}
      live={live}
      save={save}
      fieldOfCode={{
        ERR_QUEUE_NAME_TAKEN: 'name',
        ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color',
        ERR_NO_PROMPT_FOUND: 'promptId',
        ERR_NO_INTEGRATION_FOUND: 'integrationId',
      }}
      label={labelOf}
      submitLabel={queue ? t('common.save') : t('common.add')}
      preview={values => (
        <CustomerPhone
          preview={preview}
          entry={{
            id: queue?.id ?? 0,
            name: values.name ?? '',
            greetingMessage: values.greetingMessage ?? '',
            outOfHoursMessage: values.outOfHoursMessage ?? '',
            hours: values.schedules ?? [],
            mediaPath: now?.mediaPath ?? (file ? file.name : null),
            mediaName: now?.mediaName ?? file?.name ?? null,
          }}
        />
      )}
      onClose={() => void navigate(made.current === null ? '/queues' : `/queues/${made.current}/chatbot`)}
    />
  )
}
