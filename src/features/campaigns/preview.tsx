import {
  type Addressee,
  type CampaignTemplate,
  campaignTemplateValues,
  fillCampaign,
  filledSlots,
  type MessageTemplate,
  sentTexts,
  unknownVariables,
  wordingFor,
} from '@contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '@/api'
import { keyOf, TemplatePreview, useTemplates } from '@/features/templates'
import { errorText, useTexts } from '@/i18n'
import { useCampaignSettings } from '@/stores/campaigns'
import { fileListsDirectory } from '@/stores/file-lists'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import { Field, looks } from '@/ui'
import { type AudienceState, samplesOf, useAudience } from './audience'
import styles from './editor.module.css'
import type { Fields } from './fields'
import { textsOf } from './fields'
import { useTakesTemplates } from './template-field'

const NUMBER_KEY = 'turno.campaign-test-number'
const rememberedNumber = (): string => {
  try {
    return localStorage.getItem(NUMBER_KEY) ?? ''
  } catch {
    return ''
  }
}

/** One person's messages as they will arrive. @param words of the file list. */
function Person({ who, fields, words }: { who: Addressee; fields: Partial<Fields>; words: string }) {
  const { t, format } = useTexts()
  const { variables } = useCampaignSettings()
  const wording = wordingFor(
    { ...textsOf(fields), confirmation: fields.confirmation ?? false },
    who,
    variables,
  )
  if (!wording) return null
  return (
    <div className={styles.person}>
      <span className={styles.who}>
        <bdi>{who.name}</bdi> · {format.phone(who.number)}
      </span>
      {wording.question ? (
        <>
          <span className={styles.asks}>{t('campaigns.preview.asks')}</span>
          <p className={styles.bubble} dir="auto">
            {wording.question}
          </p>
        </>
      ) : null}
      <p className={styles.bubble} dir="auto">
        {wording.message}
      </p>
      {words === '' ? null : (
        <p className={styles.bubble} dir="auto">
          {fillCampaign(words, who, variables)}
        </p>
      )}
    </div>
  )
}

/** The template as one person's phone will show it. */
function PersonsTemplate({
  who,
  chosen,
  template,
  file,
}: {
  who: Addressee
  chosen: CampaignTemplate
  template: MessageTemplate
  file: File | null
}) {
  const { format } = useTexts()
  const { variables } = useCampaignSettings()
  return (
    <div className={styles.person}>
      <span className={styles.who}>
        <bdi>{who.name}</bdi> · {format.phone(who.number)}
      </span>
      <TemplatePreview
        template={template}
        values={campaignTemplateValues(chosen, who, variables)}
        file={file}
      />
    </div>
  )
}

/** What some of those who get it will see of a template. */
function TemplatePeople({
  whatsappId,
  chosen,
  people,
  file,
}: {
  whatsappId: number
  chosen: CampaignTemplate
  people: readonly Addressee[]
  file: File | null
}) {
  const { known } = useTemplates(whatsappId)
  const template = known?.templates.find(one => keyOf(one) === keyOf(chosen))
  if (!template) return null
  return people.map(who => (
    <PersonsTemplate key={who.number} who={who} chosen={chosen} template={template} file={file} />
  ))
}

/** "Send a test to my number": all that would arrive there, now, also what is not saved yet. */
function TestSend({ fields, campaignId }: { fields: Partial<Fields>; campaignId: number | null }) {
  const { t } = useTexts()
  const user = useUser()
  const { variables } = useCampaignSettings()
  const [number, setNumber] = useState(rememberedNumber)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // By its digits, as the campaign has it: each number gets one of the filled messages, and always the same.
  const who = { name: user?.name ?? '', number: number.replace(/\D/g, ''), email: user?.email ?? '' }
  const texts = textsOf(fields)
  const wording = wordingFor({ ...texts, confirmation: fields.confirmation ?? false }, who, variables)
  const { whatsappId, attachment } = fields
  const template = useTakesTemplates(whatsappId) ? (fields.template ?? null) : null
  const notes =
    wording && !template
      ? [
          ...(wording.question ? [t('campaigns.preview.testAsks')] : []),
          ...(filledSlots(texts).length > 1
            ? [t('campaigns.preview.testOneOf', { slot: wording.slot })]
            : []),
        ]
      : []

  const send = async (): Promise<void> => {
    if (!whatsappId || !(wording || template)) {
      setFailure(t('campaigns.preview.testNeeds'))
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      await call('campaigns.test', {
        body: {
          whatsappId,
          number,
          message: wording ? texts[`message${wording.slot}`] : '',
          ...(template ? { template } : {}),
          ...(wording?.question ? { question: texts[`confirmationMessage${wording.slot}`] } : {}),
          // Without its campaign the test goes without the attachment that was taken away here.
          ...(campaignId === null || attachment === null ? {} : { campaignId }),
          ...(fields.fileListId ? { fileListId: fields.fileListId } : {}),
        },
        ...(attachment ? { files: [attachment] } : {}),
      })
      try {
        localStorage.setItem(NUMBER_KEY, number)
      } catch {
        // No storage: the number is typed again.
      }
      contentToasts.success(t('campaigns.preview.testSent'))
    } catch (error) {
      setFailure(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.test}>
      <Field
        label={t('campaigns.preview.testNumber')}
        problem={failure}
        placeholder={t('campaigns.preview.testHint')}
        inputMode="tel"
        autoComplete="tel"
        value={number}
        onChange={event => setNumber(event.target.value)}
      />
      {notes.length > 0 ? <p className={styles.note}>{notes.join(' ')}</p> : null}
      <Button loading={busy} disabled={number.trim() === ''} onClick={() => void send()}>
        {t('campaigns.preview.testSend')}
      </Button>
    </div>
  )
}

/** Real people of the list read the messages; then a test to one's own phone. */
export function CampaignPreview({
  fields,
  campaignId,
}: {
  fields: Partial<Fields>
  campaignId: number | null
}) {
  const { t } = useTexts()
  const tools = useOffered('campaignTools')
  const { audience }: AudienceState = useAudience(fields)
  const sample = { name: t('campaigns.preview.sample'), number: '5511987654321', email: 'pessoa@exemplo.com' }
  const found = samplesOf(audience, fields.skipOpenTickets ?? false)
  const people = found.length > 0 ? found : [sample]
  const template = useTakesTemplates(fields.whatsappId) ? fields.template : null
  const { variables } = useCampaignSettings()
  const asked = { ...textsOf(fields), confirmation: fields.confirmation ?? false, template }
  const said = fileListsDirectory.use(({ items }) =>
    items.find(({ id }) => id === fields.fileListId)?.message.trim(),
  )
  const words = (tools && said) || ''
  const unknown = unknownVariables(sentTexts(asked, words), variables)
  const empty = wordingFor({ ...textsOf(fields), confirmation: false }, sample, []) === null
  return (
    <div className={styles.preview}>
      <h3 className={looks.heading}>{t('campaigns.preview.title')}</h3>
      {template && fields.whatsappId ? (
        <TemplatePeople
          whatsappId={fields.whatsappId}
          chosen={template}
          people={people}
          file={fields.attachment ?? null}
        />
      ) : empty ? (
        <p className={styles.note}>{t('campaigns.preview.empty')}</p>
      ) : (
        people.map(who => <Person key={who.number} who={who} fields={fields} words={words} />)
      )}
      {unknown.length > 0 ? (
        <Alert
          type="error"
          showIcon
          title={t('campaigns.preview.unknownVariables', { names: unknown.join(', ') })}
        />
      ) : null}
      {tools ? <TestSend fields={fields} campaignId={campaignId} /> : null}
    </div>
  )
}
