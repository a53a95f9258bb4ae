import { type Addressee, wordingFor } from '@contract'
import { Button } from 'antd'
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

/** "Send a test to my number": one message as it would arrive, now. */
function TestSend({ fields, campaignId }: { fields: Partial<Fields>; campaignId: number | null }) {
  const { t } = useTexts()
  const user = useUser()
  const { variables } = useCampaignSettings()
  const [number, setNumber] = useState(rememberedNumber)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const who = { name: user?.name ?? '', number, email: user?.email ?? '' }
  const wording = wordingFor({ ...textsOf(fields), confirmation: false }, who, variables)
  const { whatsappId } = fields
  const slotText = wording ? (fields[`message${wording.slot}`] ?? '') : ''

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
          message: slotText,
          ...(campaignId === null ? {} : { campaignId }),
          ...(fields.fileListId ? { fileListId: fields.fileListId } : {}),
        },
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
  const empty = wordingFor({ ...textsOf(fields), confirmation: false }, sample, []) === null
  return (
    <div className={styles.preview}>
      <h3 className={styles.previewTitle}>{t('campaigns.preview.title')}</h3>
      {empty ? (
        <p className={styles.note}>{t('campaigns.preview.empty')}</p>
      ) : (
        people.map(who => <Person key={who.number} who={who} fields={fields} />)
      )}
      {tools ? <TestSend fields={fields} campaignId={campaignId} /> : null}
    </div>
  )
}
