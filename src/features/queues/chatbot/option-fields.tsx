import { type OptionFault, type Queue, type QueueOption, queueOptionForm } from '@contract'
import { Alert, Button, Form, Input, Switch } from 'antd'
import { CornerDownRight, Trash2 } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { call } from '@/api'
import { HelpedItem, issueText, MessageArea, useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { reloadTree } from '@/stores/queue-options'
import { useOffered } from '@/stores/servers'
import { looks, QueueName, Select, ToolbarButton } from '@/ui'
import { MediaField } from '../media-field'
import styles from './chatbot.module.css'
import type { Draft } from './tree'

export interface OptionFieldsProps {
  option: QueueOption
  draft: Draft
  /** Fields that a colleague changed while they are drafted here. */
  theirs: readonly (keyof Draft)[]
  fault: OptionFault | undefined
  queues: readonly Queue[]
  onChange: (change: Draft) => void
  onTheirs: (take: boolean) => void
  onAddChild: () => void
  onRemove: () => void
  titleRef: Ref<{ focus: () => void; select: () => void }>
}

/** What is wrong with a title, in words; null when it can be saved. */
function useTitleFault(): (title: string) => string | null {
  const { t } = useTexts()
  return title => {
    const parsed = queueOptionForm.shape.title.safeParse(title)
    const [issue] = parsed.error?.issues ?? []
    return issue ? issueText(t, issue, title) : null
  }
}

/** The fields of one option. */
export function OptionFields({
  option,
  draft,
  theirs,
  fault,
  queues,
  onChange,
  onTheirs,
  onAddChild,
  onRemove,
  titleRef,
}: OptionFieldsProps) {
  const { t } = useTexts()
  const ids = { title: useId(), message: useId(), exit: useId(), forward: useId() }
  const endings = useOffered('optionEndings')
  const attempt = useAttempt()
  const titleFault = useTitleFault()
  const [busy, setBusy] = useState(false)
  const { title, message, exitChatbot, forwardQueueId } = { ...option, ...draft }
  const wrong = titleFault(title)
  const tooLong = !queueOptionForm.shape.message.safeParse(message).success

  const changeFile = async (file: File | null): Promise<void> => {
    const params = { id: option.id }
    setBusy(true)
    await attempt(
      () =>
        file
          ? call('queueOptions.attach', { params, files: [file] })
          : call('queueOptions.detach', { params }),
      t(file ? 'queues.file.saved' : 'queues.file.removed'),
      () => void reloadTree(option.queueId ?? 0),
    )
    setBusy(false)
  }
  const valueText = (field: keyof Draft): string => {
    const value = option[field]
    if (field === 'exitChatbot') return t(value ? 'common.yes' : 'common.no')
    if (field === 'forwardQueueId') return queues.find(queue => queue.id === value)?.name ?? '–'
    return String(value)
  }
  return (
    <Form layout="vertical" component="div" className={styles.fields}>
      {theirs.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('kit.form.theirsTitle')}
          description={theirs
            .map(field => `${t(`queues.chatbot.${field}`)}: ${valueText(field)}`)
            .join(' · ')}
          action={
            <span className={looks.stack8}>
              <Button size="small" onClick={() => onTheirs(true)}>
                {t('kit.form.takeTheirs')}
              </Button>
              <Button size="small" onClick={() => onTheirs(false)}>
                {t('kit.form.keepMine')}
              </Button>
            </span>
          }
        />
      ) : null}
      {fault ? <Alert type="warning" showIcon title={t(`queues.chatbot.fault.${fault}`)} /> : null}
      <Form.Item
        label={t('queues.chatbot.title')}
        htmlFor={ids.title}
        {...(wrong === null ? {} : { validateStatus: 'error', help: wrong })}
      >
        <Input
          id={ids.title}
          ref={titleRef as never}
          value={title}
          dir="auto"
          autoComplete="off"
          aria-invalid={wrong !== null}
          onChange={event => onChange({ title: event.target.value })}
        />
      </Form.Item>
      <HelpedItem
        label={t('queues.chatbot.message')}
        htmlFor={ids.message}
        about={t('queues.chatbot.messageHint')}
        {...(tooLong ? { validateStatus: 'error', help: t('kit.form.tooLong') } : {})}
      >
        <MessageArea id={ids.message} value={message} onChange={text => onChange({ message: text })} />
      </HelpedItem>
      <Form.Item label={t('queues.field.media')}>
        <MediaField
          kept={option}
          busy={busy}
          onChoose={file => void changeFile(file)}
          onRemove={() => void changeFile(null)}
        />
      </Form.Item>
      {endings ? (
        <>
          <div className={styles.switch}>
            <Switch id={ids.exit} checked={exitChatbot} onChange={on => onChange({ exitChatbot: on })} />
            <label htmlFor={ids.exit}>{t('queues.chatbot.exitChatbot')}</label>
          </div>
          <Form.Item label={t('queues.chatbot.forwardQueueId')} htmlFor={ids.forward}>
            <Select
              id={ids.forward}
              allowClear
              showSearch
              value={forwardQueueId ?? undefined}
              placeholder={t('queues.chatbot.noForward')}
              options={queues
                .filter(queue => queue.id !== option.queueId)
                .map(queue => ({ value: queue.id, label: queue.name, color: queue.color }))}
              optionRender={one => <QueueName name={one.data.label} color={one.data.color} />}
              onChange={(id: number | undefined) => onChange({ forwardQueueId: id ?? null })}
            />
          </Form.Item>
        </>
      ) : (
        <p className={styles.hint}>{t('queues.chatbot.noEndings')}</p>
      )}
      <div className={looks.wrapBelow8}>
        <ToolbarButton icon={CornerDownRight} label={t('queues.chatbot.addChild')} onClick={onAddChild} />
        <ToolbarButton icon={Trash2} tone="danger" label={t('queues.chatbot.remove')} onClick={onRemove} />
      </div>
    </Form>
  )
}
