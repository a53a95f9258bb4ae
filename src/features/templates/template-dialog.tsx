import { displayName, givenName, type MessageTemplate, type Ticket } from '@contract'
import { Alert, Button, Modal } from 'antd'
import { ArrowLeft, LayoutTemplate, RefreshCw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, call } from '@/api'
import { LoadError } from '@/features/load-error'
import { errorText, useTexts } from '@/i18n'
import { actOn, usePinnedBelief } from '@/stores/tickets'
import { announce, EmptyState, IconButton, looks, SearchField, Select, SkeletonRows, useNarrow } from '@/ui'
import styles from './template-dialog.module.css'
import { fieldId, TemplateForm } from './template-form'
import { TemplateList, TemplateState } from './template-list'
import { TemplatePreview } from './template-preview'
import { useFilling } from './use-filling'
import { isSendable, keyOf, matching, type TemplatesAsked, useTemplates } from './use-templates'

interface Opened {
  ticket: Ticket
  onClose: () => void
}

/** One template: its fields, how the customer will see it, and the way out. */
function Filled({
  template,
  ticket,
  onClose,
  onBack,
}: Opened & { template: MessageTemplate; onBack: (() => void) | null }) {
  const { t } = useTexts()
  const form = useId()
  const filling = useFilling(template, ticket.contact ? givenName(ticket.contact) : '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  // Kept while nobody knows whether it arrived: sending the same once more is still one message.
  const clientId = useRef(crypto.randomUUID())
  const box = useRef<HTMLDivElement>(null)
  const sendable = isSendable(template)
  useEffect(() => {
    // Whoever chose with Enter goes on writing: into the first empty field, or straight to the button.
    const fields = [...(box.current?.querySelectorAll<HTMLInputElement>('input:not([hidden])') ?? [])]
    const first = fields.find(field => field.value === '') ?? box.current?.querySelector('[data-send]')
    if (first instanceof HTMLElement) first.focus()
  }, [])

  const send = async (): Promise<void> => {
    if (running.current || !sendable) return
    const wrong = filling.check()
    if (wrong !== null) {
      document.getElementById(fieldId(form, wrong))?.focus()
      return
    }
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      const { name, language } = template
      const body = { clientId: clientId.current, name, language, values: { ...filling.values } }
      await actOn(ticket.id, 'send', expected =>
        call('messages.sendTemplate', {
          params: { ticketId: String(ticket.id) },
          body: expected ? { ...body, expected } : body,
          ...(filling.file ? { files: [filling.file] } : {}),
        }),
      )
      announce(t('templates.sent'))
      onClose()
    } catch (error) {
      // A definite no is over; what is sent after it is another message.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        clientId.current = crypto.randomUUID()
      setFailure(errorText(t, error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const why =
    template.status === 'REJECTED' && template.reason
      ? t('templates.rejectedText', { reason: template.reason })
      : t(template.status === 'APPROVED' ? 'templates.unknownText' : 'templates.notApprovedText')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter in any of its fields sends
    <div ref={box} className={styles.filled} onKeyDown={onKeyDown}>
      {onBack ? (
        <Button
          type="text"
          className={styles.back ?? ''}
          icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onBack}
        >
          {t('templates.others')}
        </Button>
      ) : null}
      <div className={styles.filledBody}>
        <h3 className={styles.chosenName}>
          {template.name.replaceAll('_', ' ')}
          <TemplateState template={template} />
        </h3>
        {sendable ? (
          <TemplateForm template={template} filling={filling} form={form} />
        ) : (
          <Alert showIcon type="info" title={why} />
        )}
        <TemplatePreview template={template} values={filling.values} file={filling.file} />
      </div>
      <div className={styles.footer}>
        {failure ? <Alert showIcon type="error" title={failure} className={styles.failure ?? ''} /> : null}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="primary" data-send disabled={!sendable} loading={busy} onClick={() => void send()}>
          {t('templates.send')}
        </Button>
      </div>
    </div>
  )
}

/** When the list was read, why not anew, and a way to read it now. */
function Freshness({ known, busy, refresh }: TemplatesAsked) {
  const { t, format } = useTexts()
  if (!known) return null
  const reason =
    known.reason === ''
      ? ''
      : known.reason === 'noCredentials'
        ? t('templates.noAccount')
        : t(`connections.reason.${known.reason}`)
  return (
    <div className={styles.fresh}>
      {reason ? (
        <Alert type="warning" title={known.askedAt ? t('templates.stale', { reason }) : reason} />
      ) : null}
      <span className={styles.freshLine}>
        {known.askedAt ? t('templates.updated', { at: format.exact(known.askedAt) }) : ''}
        <IconButton
          icon={RefreshCw}
          size="small"
          label={t('templates.refresh')}
          disabled={busy}
          onClick={refresh}
        />
      </span>
    </div>
  )
}

interface TemplateDialogProps extends Opened {
  whatsappId: number
  /** Key of the one that is chosen already; null: it begins with the list. */
  begin?: string | null
}

/** Chooses, fills in and sends a template in a conversation whose number has templates. */
export function TemplateDialog({ ticket, whatsappId, begin = null, onClose }: TemplateDialogProps) {
  const { t } = useTexts()
  const narrow = useNarrow()
  const listId = useId()
  const asked = useTemplates(whatsappId)
  usePinnedBelief(ticket.id)
  const [searched, setSearched] = useState('')
  const [language, setLanguage] = useState('')
  const [marked, setMarked] = useState(0)
  const [chosenKey, setChosenKey] = useState(begin)
  const field = useRef<HTMLInputElement>(null)
  const { known, busy, error } = asked
  const templates = known?.templates ?? []
  const found = matching(templates, searched, language)
  const languages = [...new Set(templates.map(one => one.language))].sort()
  const chosen = templates.find(one => keyOf(one) === chosenKey) ?? null
  const at = Math.min(marked, found.length - 1)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setMarked(Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const row = found[at]
      if (row) setChosenKey(keyOf(row))
    }
  }
  const back = (): void => {
    setChosenKey(null)
    requestAnimationFrame(() => field.current?.focus())
  }
  const name = displayName(ticket.contact)
  const picking = (
    <div className={styles.side}>
      <div className={looks.stack8}>
        <SearchField
          ref={field}
          value={searched}
          onChange={text => {
            setSearched(text)
            setMarked(0)
          }}
          label={t('templates.search')}
          placeholder={t('templates.search')}
          clearLabel={t('common.clear')}
          busy={busy}
          onKeyDown={onKeyDown}
        />
        {languages.length > 1 ? (
          <Select
            aria-label={t('templates.language')}
            value={language}
            onChange={value => {
              setLanguage(value)
              setMarked(0)
            }}
            options={[
              { value: '', label: t('templates.anyLanguage') },
              ...languages.map(value => ({ value, label: value })),
            ]}
          />
        ) : null}
      </div>
      {busy && !known ? <SkeletonRows count={5} height={64} label={t('common.loading')} /> : null}
      {error === null ? null : <LoadError compact error={error} onRetry={asked.refresh} />}
      {known && found.length === 0 ? (
        <EmptyState
          compact
          title={t(templates.length === 0 ? 'templates.noneYet' : 'templates.none')}
          {...(templates.length === 0 && known.reason === '' ? { text: t('templates.noneYetText') } : {})}
        />
      ) : null}
      {found.length > 0 ? (
        <TemplateList
          id={listId}
          templates={found}
          at={at}
          chosen={chosen}
          onChoose={one => setChosenKey(keyOf(one))}
        />
      ) : null}
      <Freshness {...asked} />
    </div>
  )
  const shown = chosen ? (
    <Filled
      key={keyOf(chosen)}
      template={chosen}
      ticket={ticket}
      onClose={onClose}
      onBack={narrow ? back : null}
    />
  ) : found.length === 0 ? null : (
    <EmptyState icon={LayoutTemplate} title={t('templates.choose')} text={t('templates.chooseText')} />
  )
  return (
    <Modal
      open
      centered
      width={880}
      title={name ? t('templates.titleTo', { name }) : t('templates.title')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={null}
      afterOpenChange={open => {
        if (open && begin === null) field.current?.focus()
      }}
    >
      <div className={styles.panes} data-testid="template-dialog">
        {narrow && chosen ? null : picking}
        {narrow && !chosen ? null : <div className={styles.main}>{shown}</div>}
      </div>
    </Modal>
  )
}
