import { type Addressee, filledSlots, sentTexts, unknownVariables, wordingFor } from '@contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { call } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { useCampaignSettings } from '@/stores/campaigns'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import { Field } from '@/ui'
import { type AudienceState, samplesOf, useAudience } from './audience'
import styles from './editor.module.css'
import type { Fields } from './fields'
import { textsOf } from './fields'

const NUMBER_KEY = 'turno.campaign-test-number'
const rememberedNumber = (): string => {
  try {
    return localStorage.getItem(NUMBER_KEY) ?? ''
  } catch {
    return ''
  }
}

/** One person's messages as they will arrive. */
function Person({ who, fields }: { who: Addressee; fields: Partial<Fields> }) {
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
    </div>
  )
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
  const notes = wording
    ? [
        ...(wording.question ? [t('campaigns.preview.testAsks')] : []),
        ...(filledSlots(texts).length > 1 ? [t('campaigns.preview.testOneOf', { slot: wording.slot })] : []),
      ]
    : []

  const send = async (): Promise<void> => {
    if (!whatsappId || !wording) {
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
          message: texts[`message${wording.slot}`],
          ...(wording.question ? { question: texts[`confirmationMessage${wording.slot}`] } : {}),
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
  const { variables } = useCampaignSettings()
  const asked = { ...textsOf(fields), confirmation: fields.confirmation ?? false }
  const unknown = unknownVariables(sentTexts(asked), variables)
  const empty = wordingFor({ ...textsOf(fields), confirmation: false }, sample, []) === null
  return (
    <div className={styles.preview}>
      <h3 className={styles.previewTitle}>{t('campaigns.preview.title')}</h3>
      {empty ? (
        <p className={styles.note}>{t('campaigns.preview.empty')}</p>
      ) : (
        people.map(who => <Person key={who.number} who={who} fields={fields} />)
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
