import { type connectionForm, DEFAULT_PROVIDER, MAX_BOT_MENU_TIMES, MINUTES_MAX, type Queue } from '@contract'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { AutomationField } from '@/features/automation'
import {
  type EditForm,
  type EditorSection,
  type FieldKind,
  kinds,
  MessageArea,
  rowWords,
} from '@/features/kit'
import { isTextKey, type KeyBelow, type TFunction } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { CLOUD } from '@/stores/whatsapps'
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
  /** Its messages are charged one by one. */
  offersJoining: boolean
}

interface Drawn {
  t: TFunction
  edit: Edit
}

/** @param more `extra`: words about what stands in it now, in the place of what the field is for. */
function draw(
  { t, edit }: Drawn,
  name: Name,
  kind: FieldKind,
  more: { extra?: string; required?: boolean } = {},
): ReactNode {
  const key = `connections.editor.hint.${name}`
  const about = isTextKey(key) ? t(key) : ''
  return edit.field(name, kind, 'extra' in more || about === '' ? more : { ...more, about })
}

/** The way to WhatsApp: chosen where the server says which there are, else written as its support says. */
function Provider(props: Drawn) {
  const { t, edit } = props
  const { providers: offered = [], missing = [] } = useWorkspaceState() ?? {}
  const now = Form.useWatch('provider', edit.form)
  const isNamed = now === CLOUD || now === WEB
  if (offered.length === 0 && !isNamed) return draw(props, 'provider', kinds.text({ spellCheck: false }))
  const known = [...offered, DEFAULT_PROVIDER, ...(typeof now === 'string' ? [now] : [])]
  const nameOf = (provider: string): string => {
    const key = `connections.provider.${provider}`
    return isTextKey(key) ? t(key) : provider
  }
  return (
    <>
      {draw(
        props,
        'provider',
        kinds.choice([...new Set(known)].map(value => ({ value, label: nameOf(value) }))),
        { required: true, extra: t('connections.provider.hint') },
      )}
      {now === WEB ? <WebNotice missing={missing.includes(WEB)} /> : null}
    </>
  )
}

/** A text that not every server keeps. */
function TransferMessage(props: Drawn) {
  const offered = useOffered('connectionTransferText')
  const more = offered ? {} : { extra: props.t('connections.editor.hint.lacking') }
  return draw(props, 'transferMessage', { input: <MessageArea disabled={!offered} /> }, more)
}

/** The sections of the connection editor. */
export function sectionsOf(
  t: TFunction,
  { connectionId, isDefault, queues, offersDirectSend, offersJoining }: SectionsOptions,
): EditorSection<typeof connectionForm>[] {
  const noQueue = t('connections.editor.noQueue')
  const queueChoice = {
    placeholder: noQueue,
    options: queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
    optionRender: ({ data }: { data: { label: string; color: string } }) => (
      <QueueName name={data.label} color={data.color} />
    ),
  }
  const words = rowWords('queue', noQueue)
  const message = { input: <MessageArea /> }
  const number = { className: styles.number ?? '', min: 0 }
  const minutes = kinds.number({
    ...number,
    kind: 'minutes',
    max: MINUTES_MAX,
    suffix: t('connections.editor.minutes'),
  })
  return [
    {
      key: 'general',
      title: t('connections.editor.general'),
      fields: edit => (
        <>
          {draw({ t, edit }, 'name', kinds.text(), { extra: '' })}
          {draw(
            { t, edit },
            'isDefault',
            kinds.onOff(),
            isDefault ? { extra: t('connections.editor.hint.isDefaultHeld') } : {},
          )}
          <Provider t={t} edit={edit} />
          {offersDirectSend ? draw({ t, edit }, 'directSend', kinds.onOff()) : null}
          {offersJoining ? draw({ t, edit }, 'joinsTexts', kinds.onOff()) : null}
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
            draw({ t, edit }, name, message)
          ),
        ),
    },
    {
      key: 'chatbot',
      title: t('connections.editor.chatbot'),
      fields: edit => (
        <>
          {draw({ t, edit }, 'queueIds', { input: <Select mode="multiple" {...queueChoice} />, words })}
          {draw(
            { t, edit },
            'maxUseBotQueues',
            kinds.number({ ...number, max: MAX_BOT_MENU_TIMES, suffix: t('connections.editor.times') }),
          )}
          {draw({ t, edit }, 'timeUseBotQueues', minutes)}
          {draw({ t, edit }, 'timeToTransfer', minutes)}
          {draw({ t, edit }, 'transferQueueId', { input: <Select allowClear {...queueChoice} />, words })}
          <AutomationField kind="prompt" item={edit.item('promptId')} />
        </>
      ),
    },
    {
      key: 'inactivity',
      title: t('connections.editor.inactivity'),
      fields: edit => (
        <>
          {draw({ t, edit }, 'expiresTicket', minutes)}
          {draw({ t, edit }, 'expiresInactiveMessage', message)}
        </>
      ),
    },
    {
      key: 'api',
      title: t('connections.editor.api'),
      fields: edit =>
        draw(
          { t, edit },
          'token',
          { input: <TokenField connectionId={connectionId} />, words: () => '••••••••' },
          {
            extra: `${t('connections.editor.hint.token')} ${connectionId === null ? t('connections.editor.hint.tokenNew') : ''}`,
          },
        ),
    },
  ]
}
