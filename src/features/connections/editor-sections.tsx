import { type connectionForm, DEFAULT_PROVIDER, MAX_BOT_MENU_TIMES, MINUTES_MAX, type Queue } from '@contract'
import { Form, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { AutomationField } from '@/features/automation'
import { type EditForm, type EditorSection, HelpedItem, MessageArea, NumberField } from '@/features/kit'
import { isTextKey, type KeyBelow, type TFunction } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useWorkspaceState } from '@/stores/workspace'
import { QueueName, Select } from '@/ui'
import styles from './editor.module.css'
import { MESSAGE_FIELDS } from './fields'
import { TokenField } from './token-field'
import { WEB, WebNotice } from './web-notice'

type Edit = EditForm<typeof connectionForm>
/** The members that have a field. */
type Name = Parameters<Edit['item']>[0] & KeyBelow<'connections.editor.field'>

export interface SectionsOptions {
  connectionId: number | null
  /** It is the company's default now. */
  isDefault: boolean
  queues: readonly Queue[]
  /** Text for utility may leave it without a template. */
  offersDirectSend: boolean
}

interface FieldProps {
  t: TFunction
  edit: Edit
  name: Name
  /** Words below, about what stands in it now; default: what it is for, beside the label. */
  hint?: string
  switched?: boolean
  /** Something is always chosen. */
  chosen?: boolean
  children: ReactNode
}

function Field({ t, edit, name, hint, switched = false, chosen = false, children }: FieldProps) {
  const beside = `connections.editor.hint.${name}`
  const item = {
    ...edit.item(name),
    label: t(`connections.editor.field.${name}`),
    ...(switched ? { valuePropName: 'checked' } : {}),
    ...(chosen ? { required: true } : {}),
  }
  const help = isTextKey(beside) ? t(beside) : ''
  if (hint !== undefined || help === '')
    return (
      <Form.Item {...item} extra={hint}>
        {children}
      </Form.Item>
    )
  return (
    <HelpedItem {...item} about={help}>
      {children}
    </HelpedItem>
  )
}

/** The way to WhatsApp: chosen where the server says which there are, else written as its support says. */
function Provider(props: Omit<FieldProps, 'name' | 'children'>) {
  const { t, edit } = props
  const { providers: offered = [], missing = [] } = useWorkspaceState() ?? {}
  const now = Form.useWatch('provider', edit.form)
  if (offered.length === 0)
    return (
      <Field {...props} name="provider">
        <Input autoComplete="off" spellCheck={false} />
      </Field>
    )
  const known = [...offered, DEFAULT_PROVIDER, ...(typeof now === 'string' ? [now] : [])]
  const nameOf = (provider: string): string => {
    const key = `connections.provider.${provider}`
    return isTextKey(key) ? t(key) : provider
  }
  return (
    <>
      <Field {...props} name="provider" chosen hint={t('connections.provider.hint')}>
        <Select
          options={[...new Set(known)].map(provider => ({ value: provider, label: nameOf(provider) }))}
        />
      </Field>
      {now === WEB ? <WebNotice missing={missing.includes(WEB)} /> : null}
    </>
  )
}

/** A text that not every server keeps. */
function TransferMessage(props: Omit<FieldProps, 'name' | 'children'>) {
  const offered = useOffered('connectionTransferText')
  return (
    <Field
      {...props}
      name="transferMessage"
      {...(offered ? {} : { hint: props.t('connections.editor.hint.lacking') })}
    >
      <MessageArea disabled={!offered} />
    </Field>
  )
}

/** The sections of the connection editor. */
export function sectionsOf(
  t: TFunction,
  { connectionId, isDefault, queues, offersDirectSend }: SectionsOptions,
): EditorSection<typeof connectionForm>[] {
  const options = queues.map(({ id, name, color }) => ({ value: id, label: name, color }))
  const minutes = (
    <NumberField
      className={styles.number ?? ''}
      kind="minutes"
      min={0}
      max={MINUTES_MAX}
      suffix={t('connections.editor.minutes')}
    />
  )
  return [
    {
      key: 'general',
      title: t('connections.editor.general'),
      fields: edit => (
        <>
          <Field t={t} edit={edit} name="name" hint="">
            <Input autoComplete="off" dir="auto" />
          </Field>
          <Field
            t={t}
            edit={edit}
            name="isDefault"
            switched
            {...(isDefault ? { hint: t('connections.editor.hint.isDefaultHeld') } : {})}
          >
            <Switch />
          </Field>
          <Provider t={t} edit={edit} />
          {offersDirectSend ? (
            <Field t={t} edit={edit} name="directSend" switched>
              <Switch />
            </Field>
          ) : null}
        </>
      ),
    },
    {
      key: 'messages',
      title: t('connections.editor.messages'),
      fields: edit =>
        MESSAGE_FIELDS.map(name =>
          name === 'transferMessage' ? (
            <TransferMessage key={name} t={t} edit={edit} />
          ) : (
            <Field key={name} t={t} edit={edit} name={name}>
              <MessageArea />
            </Field>
          ),
        ),
    },
    {
      key: 'chatbot',
      title: t('connections.editor.chatbot'),
      fields: edit => (
        <>
          <Field t={t} edit={edit} name="queueIds">
            <Select
              mode="multiple"
              placeholder={t('connections.editor.noQueue')}
              options={options}
              optionRender={({ data }) => <QueueName name={data.label} color={data.color} />}
            />
          </Field>
          <Field t={t} edit={edit} name="maxUseBotQueues">
            <NumberField
              className={styles.number ?? ''}
              min={0}
              max={MAX_BOT_MENU_TIMES}
              suffix={t('connections.editor.times')}
            />
          </Field>
          <Field t={t} edit={edit} name="timeUseBotQueues">
            {minutes}
          </Field>
          <Field t={t} edit={edit} name="timeToTransfer">
            {minutes}
          </Field>
          <Field t={t} edit={edit} name="transferQueueId">
            <Select
              allowClear
              placeholder={t('connections.editor.noQueue')}
              options={options}
              optionRender={({ data }) => <QueueName name={data.label} color={data.color} />}
            />
          </Field>
          <AutomationField kind="prompt" item={edit.item('promptId')} />
        </>
      ),
    },
    {
      key: 'inactivity',
      title: t('connections.editor.inactivity'),
      fields: edit => (
        <>
          <Field t={t} edit={edit} name="expiresTicket">
            {minutes}
          </Field>
          <Field t={t} edit={edit} name="expiresInactiveMessage">
            <MessageArea />
          </Field>
        </>
      ),
    },
    {
      key: 'api',
      title: t('connections.editor.api'),
      fields: edit => (
        <Field
          t={t}
          edit={edit}
          name="token"
          hint={`${t('connections.editor.hint.token')} ${connectionId === null ? t('connections.editor.hint.tokenNew') : ''}`}
        >
          <TokenField connectionId={connectionId} />
        </Field>
      ),
    },
  ]
}
