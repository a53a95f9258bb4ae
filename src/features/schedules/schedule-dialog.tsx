import {
  type Contact,
  DIALOG_SUBMIT_MS,
  MESSAGE_MAX_CHARS,
  SCHEDULE_BODY_MIN_CHARS,
  VARIABLE_FORMS,
} from '@contract'
import { DatePicker, Form, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { call } from '@/api'
import { usePeopleSearch } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { FormDialog, Select } from '@/ui'
import { PictureField } from './picture-field'
import { isAhead, isPicture, proposedTime } from './rules'
import styles from './schedules.module.css'
import { WaitingList } from './waiting-list'

interface Fields {
  contactId?: number
  body?: string
  sendAt?: Dayjs | null
  picture?: File | null
}

export interface ScheduleDialogProps {
  /** Already chosen (the ticket's contact); another one may be picked. */
  contact?: Contact | null
  /** The conversation it is written from: the message goes there while it is not resolved. */
  ticketId?: number | null
  onClose: () => void
}

/** Contact, words with variables, time, picture (specification 2 section 2, "Schedule dialog"). */
export function ScheduleDialog({ contact = null, ticketId = null, onClose }: ScheduleDialogProps) {
  const { t, format } = useTexts()
  const [form] = Form.useForm<Fields>()
  const user = useUser()
  const shownOnceSent = useOffered('sentSchedules')
  const search = usePeopleSearch()
  const area = useRef<TextAreaRef>(null)
  const [proposed] = useState(() => proposedTime(Date.now()))
  const chosen = Form.useWatch('contactId', form)

  const known = contact && !search.found.some(one => one.id === contact.id) ? [contact] : []
  const options = [...known, ...search.found].map(one => ({
    value: one.id,
    label: one.name || one.number,
    about: format.phone(one.number),
  }))

  const insert = (words: string): void => {
    const text: string = form.getFieldValue('body') ?? ''
    const field = area.current?.resizableTextArea?.textArea
    const start = field?.selectionStart ?? text.length
    const end = field?.selectionEnd ?? start
    form.setFieldsValue({ body: `${text.slice(0, start)}${words}${text.slice(end)}` })
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(start + words.length, start + words.length)
    })
  }

  const submit = async ({ contactId, body, sendAt, picture }: Fields): Promise<void> => {
    if (!user || contactId === undefined || !sendAt) return
    const made = await call('schedules.create', {
      body: {
        contactId,
        body: (body ?? '').trim(),
        sendAt: sendAt.toISOString(),
        userId: user.id,
        ticketId: contactId === contact?.id ? ticketId : null,
      },
    })
    if (picture) {
      try {
        await call('schedules.attach', { params: { id: made.id }, files: [picture] })
      } catch (error) {
        // Without its picture the message is not what was asked for: it is not left behind half made.
        await call('schedules.remove', { params: { id: made.id } }).catch(() => undefined)
        throw error
      }
    }
    toasts.success(t('schedules.saved', { time: `${format.date(made.sendAt)} ${format.clock(made.sendAt)}` }))
    onClose()
  }

  return (
    <FormDialog<Fields>
      open
      title={t('schedules.title')}
      form={form}
      initialValues={{ ...(contact ? { contactId: contact.id } : {}), sendAt: proposed }}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('schedules.submit')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
      minBusyMs={DIALOG_SUBMIT_MS}
    >
      <Form.Item<Fields>
        name="contactId"
        label={t('schedules.contact')}
        rules={[{ required: true, message: t('schedules.required') }]}
      >
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
          options={options}
          only={search.only?.id ?? null}
          onSearch={search.type}
          optionRender={option => (
            <span className={styles.option}>
              <span>{option.data.label}</span>
              <span className={styles.hint}>{option.data.about}</span>
            </span>
          )}
        />
      </Form.Item>
      <Form.Item<Fields>
        name="body"
        label={t('schedules.body')}
        rules={[
          { required: true, whitespace: true, message: t('schedules.required') },
          {
            validator: (_rule, body: string | undefined) => {
              const length = (body ?? '').trim().length
              return length > 0 && length < SCHEDULE_BODY_MIN_CHARS
                ? Promise.reject(new Error(t('schedules.tooShort')))
                : Promise.resolve()
            },
          },
        ]}
      >
        <Input.TextArea
          ref={area}
          autoSize={{ minRows: 4, maxRows: 10 }}
          maxLength={MESSAGE_MAX_CHARS}
          placeholder={t('schedules.bodyHint')}
        />
      </Form.Item>
      <fieldset className={styles.chips} aria-label={t('schedules.variables')}>
        {VARIABLE_FORMS.map(([key, words]) => {
          const name = t(`schedules.variable.${key}`)
          return (
            <button
              key={key}
              type="button"
              className={styles.chip}
              aria-label={t('schedules.insert', { name })}
              title={words}
              onMouseDown={event => event.preventDefault()}
              onClick={() => insert(words)}
            >
              {name}
            </button>
          )
        })}
      </fieldset>
      <Form.Item<Fields>
        name="sendAt"
        label={t('schedules.sendAt')}
        rules={[
          { required: true, message: t('schedules.required') },
          {
            validator: (_rule, at: Dayjs | null | undefined) =>
              at && !isAhead(at, Date.now())
                ? Promise.reject(new Error(t('schedules.past')))
                : Promise.resolve(),
          },
        ]}
      >
        <DatePicker
          className={styles.date}
          showTime={{ format: 'HH:mm' }}
          format="DD/MM/YYYY HH:mm"
          needConfirm={false}
          // Enter takes the typed time; it must not send the form with the time that stood there before.
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
        />
      </Form.Item>
      <Form.Item<Fields>
        name="picture"
        label={t('schedules.image')}
        validateTrigger="onChange"
        rules={[
          {
            validator: (_rule, file: File | null | undefined) =>
              file && !isPicture(file.name)
                ? Promise.reject(new Error(t('schedules.imageType')))
                : Promise.resolve(),
          },
        ]}
      >
        <PictureField />
      </Form.Item>
      {shownOnceSent ? null : <p className={styles.hint}>{t('schedules.unseen')}</p>}
      {chosen === undefined ? null : <WaitingList contactId={chosen} />}
    </FormDialog>
  )
}
