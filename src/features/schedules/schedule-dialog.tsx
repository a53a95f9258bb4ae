import {
  type Contact,
  displayName,
  fillVariables,
  givenName,
  MESSAGE_MAX_CHARS,
  PICTURE_ENDINGS,
  type Schedule,
  scheduleForm,
  shownName,
  variablesFor,
} from '@contract'
import { Form } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { DateTimeField, EditDialog, FileField, MessageArea, saying, useClockNote } from '@/features/kit'
import { usePeopleSearch } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { lastTick, serverNow } from '@/stores/clock'
import { dayAndTime, useCompanyZone } from '@/stores/company-clock'
import { savedWithFile } from '@/stores/saved'
import { schedulesList } from '@/stores/schedules'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { Pill, Select } from '@/ui'
import { isAhead, isPicture, mayChange, proposedTime, stateOf, wordOf } from './rules'
import styles from './schedules.module.css'
import { useLiveSchedule } from './use-live-schedule'
import { WaitingList } from './waiting-list'

interface PreviewProps {
  body: string
  contact: Pick<Contact, 'name' | 'number'> | null
  /** ISO-8601; null when no time is chosen. */
  sendAt: string | null
  zone: string
}

/** What the chosen contact will read at the chosen time. */
function Preview({ body, contact, sendAt, zone }: PreviewProps) {
  const { t } = useTexts()
  const text = body.trim()
  if (text === '' || contact === null) return <p className={styles.hint}>{t('schedules.previewNone')}</p>
  const at = new Date(sendAt ?? serverNow())
  const variables = variablesFor(
    givenName(contact),
    at,
    {
      // The workspace greets customers in their language, not in the console's.
      morning: 'Bom dia',
      afternoon: 'Boa tarde',
      evening: 'Boa noite',
    },
    zone,
  )
  return (
    <p className={styles.bubble} dir="auto">
      {fillVariables(text, variables)}
    </p>
  )
}

export interface ScheduleDialogProps {
  /** The message that is changed or looked at; left out or null adds one. */
  schedule?: Schedule | null
  /** Already chosen (the ticket's contact); another one may be picked. */
  contact?: Pick<Contact, 'id' | 'name' | 'number'> | null
  /** The conversation it is written from: the message goes there while it is not resolved. */
  ticketId?: number | null
  /** Proposed time of a new one, ISO-8601; default an hour from now. */
  sendAt?: string | null
  onClose: () => void
}

const fieldsOf = ({ contactId, body, sendAt }: Schedule) => ({
  ...(contactId === null ? {} : { contactId }),
  body,
  sendAt,
})

const LABELS = { contactId: 'contact', body: 'body', sendAt: 'sendAt', picture: 'image' } as const

/** The server's own picture of a message, where a window may show it. */
const pictureOf = ({ mediaName, mediaPath }: Schedule) =>
  mediaName === null && mediaPath === null
    ? null
    : { name: mediaName ?? '', url: mediaPath && /^\/(media|public)\//.test(mediaPath) ? mediaPath : null }

function useSchema() {
  const { t } = useTexts()
  return useMemo(
    () =>
      z.object({
        contactId: scheduleForm.shape.contactId,
        body: scheduleForm.shape.body,
        sendAt: scheduleForm.shape.sendAt.refine(at => isAhead(at, serverNow()), saying(t('schedules.past'))),
        /** null takes the picture away, undefined leaves it as it is. */
        picture: z
          .custom<File | null>(
            file => !file || isPicture((file as File).name),
            saying(t('schedules.imageType')),
          )
          .optional(),
      }),
    [t],
  )
}

/**
 * Contact, words with variables, time by the company's clock, picture.
 * The title says what became of a message; one that has left can only be looked at.
 */
export function ScheduleDialog({
  schedule: opened = null,
  contact = null,
  ticketId = null,
  sendAt = null,
  onClose,
}: ScheduleDialogProps) {
  const { t, format } = useTexts()
  const user = useUser()
  const zone = useCompanyZone()
  const clockNote = useClockNote()
  const live = useLiveSchedule(opened)
  const schedule = live ?? opened
  const shownOnceSent = useOffered('sentSchedules')
  const own = useOffered('ownSchedules')
  const search = usePeopleSearch()
  const [first] = useState(() =>
    opened
      ? fieldsOf(opened)
      : {
          ...(contact ? { contactId: contact.id } : {}),
          sendAt: sendAt ?? proposedTime(serverNow()).toISOString(),
        },
  )
  const kept = schedule ? pictureOf(schedule) : null
  const saves = schedule === null || (live !== null && mayChange(schedule, user, own))
  const liveFields = useMemo(() => live && fieldsOf(live), [live])
  const schema = useSchema()

  const known = [
    ...(contact ? [contact] : []),
    ...(schedule?.contact ? [{ ...schedule.contact, number: '' }] : []),
  ].filter(one => !search.found.some(found => found.id === one.id))
  const people = [...known, ...search.found]
  /** Found once and chosen: still known when another text is searched. */
  const [chosenOne, setChosenOne] = useState<Pick<Contact, 'id' | 'name' | 'number'> | null>(null)
  const options = [
    ...(chosenOne && !people.some(one => one.id === chosenOne.id) ? [chosenOne] : []),
    ...people,
  ]

  const save = async ({ contactId, body, sendAt: at, picture }: z.output<typeof schema>): Promise<void> => {
    if (!user) return
    const form = {
      ...{ contactId, body, sendAt: at, userId: schedule?.userId ?? user.id },
      ...(schedule ? {} : { ticketId: contactId === contact?.id ? ticketId : null }),
    }
    const made = await savedWithFile('schedules', schedule, form, picture, { had: kept !== null })
    const kind = schedule ? 'changed' : 'saved'
    toasts.success(t(`schedules.${kind}`, { time: dayAndTime(made.sendAt, zone) }))
    schedulesList.keep(made)
  }
  const title = schedule
    ? t('schedules.editTitle', {
        status: t(`schedules.status.${wordOf(schedule, lastTick())}`, { defaultValue: schedule.status }),
      })
    : t('schedules.title')

  return (
    <EditDialog
      keepAs={`schedules ${opened?.id ?? 'new'}`}
      schema={schema}
      title={title}
      columns={2}
      initial={first}
      live={liveFields}
      save={save}
      savedText=""
      onClose={onClose}
      submitLabel={saves ? t(schedule ? 'common.save' : 'schedules.submit') : null}
      cancelLabel={t(saves ? 'common.cancel' : 'common.close')}
      label={name => t(`schedules.${LABELS[name]}`)}
    >
      {({ field, form }) => (
        <>
          {field('contactId', {
            input: (
              <Select
                showSearch
                filterOption={false}
                loading={search.busy}
                placeholder={t('schedules.contactHint')}
                notFoundContent={
                  search.error !== null
                    ? errorText(t, search.error)
                    : t(search.term === '' ? 'schedules.contactHint' : 'schedules.noContact')
                }
                options={options.map(one => ({
                  value: one.id,
                  label: displayName(one),
                  about: format.phoneOf(one),
                }))}
                only={search.only?.id ?? null}
                onSearch={search.type}
                onSelect={id => setChosenOne(options.find(one => one.id === id) ?? null)}
                optionRender={option => (
                  <span className={styles.option}>
                    <span>{option.data.label}</span>
                    <span className={styles.hint}>{option.data.about}</span>
                  </span>
                )}
              />
            ),
            words: id => shownName(schedule?.contact?.name ?? '') || String(id),
          })}
          {field(
            'sendAt',
            {
              input: <DateTimeField zone={zone} className={styles.date ?? ''} />,
              words: at => dayAndTime(at, zone),
            },
            { extra: clockNote ?? undefined },
          )}
          {field('body', {
            input: (
              <MessageArea minRows={4} maxLength={MESSAGE_MAX_CHARS} placeholder={t('schedules.bodyHint')} />
            ),
          })}
          <div className={styles.aside}>
            <p className={styles.label}>{t('schedules.preview')}</p>
            <Form.Item noStyle shouldUpdate>
              {() => {
                const now = form.getFieldsValue(true) as {
                  contactId?: number
                  body?: string
                  sendAt?: string
                }
                return (
                  <Preview
                    body={now.body ?? ''}
                    contact={options.find(one => one.id === Number(now.contactId)) ?? null}
                    sendAt={now.sendAt ?? null}
                    zone={zone}
                  />
                )
              }}
            </Form.Item>
          </div>
          {field(
            'picture',
            {
              input: (
                <FileField
                  kept={kept}
                  accept={PICTURE_ENDINGS}
                  hint={t('schedules.imageHint')}
                  chooseLabel={t('schedules.chooseImage')}
                  removeLabel={name => t('schedules.removeImage', { name })}
                />
              ),
            },
            { required: false, validateTrigger: 'onChange' },
          )}
          <div className={styles.aside}>
            {schedule && stateOf(schedule) === 'sent' && schedule.sentAt ? (
              <Pill tone="success">{t('schedules.sentAt', { time: dayAndTime(schedule.sentAt, zone) })}</Pill>
            ) : null}
            {shownOnceSent ? null : <p className={styles.hint}>{t('schedules.unseen')}</p>}
          </div>
          <Waiting form={form} except={schedule?.id ?? null} />
        </>
      )}
    </EditDialog>
  )
}

function Waiting({ form, except }: { form: Parameters<typeof Form.useWatch>[1]; except: number | null }) {
  const contactId: unknown = Form.useWatch('contactId', form)
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => setShown(typeof contactId === 'number' ? contactId : null), [contactId])
  return shown === null ? null : (
    <div className={styles.whole}>
      <WaitingList contactId={shown} except={except} />
    </div>
  )
}
