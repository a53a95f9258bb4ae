import {
  AI_BASE_URL,
  AI_MODEL,
  CEILING_UNITS,
  COPILOT_LIMITS,
  type CopilotSettings,
  copilotForm,
  TRANSCRIPTION_MODEL,
} from '@contract'
import { Alert, Checkbox, Form } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { Editor, type EditorSection, kinds } from '@/features/kit'
import { errorText, isTextKey, useTexts } from '@/i18n'
import { promptsList } from '@/stores/automation'
import { copilotOffers, copilotSettings, useLocalCopilot } from '@/stores/copilot'
import { contentToasts } from '@/stores/toasts'
import { AloneField } from './alone-field'
import { BesideFields } from './beside-fields'
import styles from './copilot.module.css'
import { MasksField, RulesField, TryButton, type TryButtonProps } from './settings-fields'

/** What the form shows of them; the key goes in and never comes out. */
const fieldsOf = ({
  hasApiKey: _key,
  hasTranscriptionKey: _transcriptionKey,
  hasEmbeddingKey: _embeddingKey,
  fixed: _fixed,
  used: _used,
  proposals: _proposals,
  ...fields
}: CopilotSettings): Partial<z.input<typeof copilotForm>> => fields as Partial<z.input<typeof copilotForm>>

function Used({ used }: Pick<CopilotSettings, 'used'>) {
  const { t, format } = useTexts()
  const { calls, tokens, seconds, dollars, unpriced, taken, changed, dropped } = used
  return (
    <p className={styles.used}>
      {t('copilot.used', { count: calls, tokens: format.number(tokens) })}
      {seconds === 0 ? '' : ` · ${t('copilot.usedSeconds', { time: format.duration(seconds) })}`}
      {unpriced > 0 || calls === 0 ? '' : ` · ${format.dollars(dollars)}`}
      {' · '}
      {t('copilot.outcomes', { taken, changed, dropped })}
    </p>
  )
}

/** How often what was proposed was right. */
function Right({ proposals }: Pick<CopilotSettings, 'proposals'>) {
  const { t } = useTexts()
  return proposals.map(({ kind, lately: _lately, ...counts }) =>
    counts.confirmed + counts.changed + counts.dropped === 0 ? null : (
      <p key={kind} className={styles.used}>
        {t(`copilot.proposals.right_${kind}`, counts)}
      </p>
    ),
  )
}

/** How the company has its copilot set: features, provider, ceiling, what is masked. */
export function CopilotEditor({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const { items, status, error } = copilotSettings.use()
  const [settings] = items
  useEffect(() => void copilotSettings.ensure(), [])
  const failed = status === 'failed'
  const close = useEffectEvent(() => {
    contentToasts.error(errorText(t, error))
    onClose()
  })
  useEffect(() => {
    if (failed) close()
  }, [failed])
  return settings ? <SettingsForm settings={settings} onClose={onClose} /> : null
}

function SettingsForm({ settings, onClose }: { settings: CopilotSettings; onClose: () => void }) {
  const { t, format } = useTexts()
  const prompts = promptsList.use(state => state.rows)
  const live = useMemo(() => fieldsOf(settings), [settings])
  // As it was opened: what others change meanwhile is shown beside it.
  const [initial] = useState(() => ({ ...live, apiKey: '', transcriptionApiKey: '', embeddingApiKey: '' }))
  const { hasApiKey, hasTranscriptionKey, hasEmbeddingKey, used, proposals, fixed } = settings
  const isLocal = useLocalCopilot()
  const save = async (body: z.output<typeof copilotForm>): Promise<void> => {
    copilotSettings.use.setState({ items: [await call('copilot.saveSettings', { body })] })
    // No server says that this computer's have changed.
    if (isLocal) await copilotOffers.reload()
    contentToasts.success(t('copilot.saved'))
  }
  const keyHint = (isKept: boolean): string =>
    t(isKept ? 'prompts.apiKeyKept' : isLocal ? 'copilot.local.keyHint' : 'copilot.apiKeyHint')
  const shownSeconds = (milliseconds: number): string => format.number(Math.round(milliseconds / 100) / 10)
  const tryModel: TryButtonProps['ask'] = async body => {
    const { text, model, milliseconds, tokens, readsAll } = await call('copilot.test', { body })
    const triedText = `${t('copilot.tried', { model, seconds: shownSeconds(milliseconds), count: tokens })} ${text}`
    return readsAll ? triedText : `${triedText}\n${t('copilot.readsPart')}`
  }
  const tryTranscription: TryButtonProps['ask'] = async body => {
    const { text, model, milliseconds } = await call('copilot.testTranscription', { body })
    const words = { model, seconds: shownSeconds(milliseconds) }
    return text === '' ? t('copilot.heardNothing', words) : t('copilot.heard', { ...words, text })
  }
  const tryEmbedding: TryButtonProps['ask'] = async body => {
    const { model, dimensions, milliseconds } = await call('copilot.testEmbedding', { body })
    return t('copilot.embedded', { model, seconds: shownSeconds(milliseconds), count: dimensions })
  }
  const units = CEILING_UNITS.map(value => ({ value, label: t(`copilot.units.${value}`) }))
  /** What says by itself what it is. */
  const unnamed = { label: undefined, required: false }
  const plain = { disabled: fixed, spellCheck: false }
  const labelOf = (name: string): string => {
    const key = name === 'promptId' ? 'copilot.prompt' : `copilot.${name}`
    const shared = `prompts.${name}`
    return isTextKey(key) ? t(key) : isTextKey(shared) ? t(shared) : name
  }
  const sections: EditorSection<typeof copilotForm>[] = [
    {
      key: 'features',
      title: t('copilot.section.features'),
      fields: ({ field }) => (
        <>
          <Used used={used} />
          <Right proposals={proposals} />
          {field('features', { input: <RulesField />, item: unnamed })}
          {isLocal ? null : field('alone', { input: <AloneField proposals={proposals} />, item: unnamed })}
        </>
      ),
    },
    {
      key: 'provider',
      title: t('copilot.section.provider'),
      fields: ({ field, form }) => (
        <>
          {fixed ? <Alert type="info" showIcon title={t('copilot.local.fixed')} /> : null}
          {isLocal
            ? null
            : field(
                'promptId',
                kinds.choice(
                  prompts.map(({ id, name }) => ({ value: id, label: name })),
                  { allowClear: true, placeholder: t('copilot.ownProvider') },
                ),
                { required: false, extra: t('copilot.promptHint') },
              )}
          <Form.Item noStyle dependencies={['promptId']}>
            {() =>
              form.getFieldValue('promptId') ? null : (
                <>
                  <div className={styles.pair}>
                    {field('baseUrl', kinds.text({ ...plain, placeholder: AI_BASE_URL, inputMode: 'url' }), {
                      required: false,
                      extra: t('prompts.baseUrlHint'),
                    })}
                    {field('model', kinds.text({ ...plain, placeholder: AI_MODEL }), { required: false })}
                  </div>
                  {field('apiKey', kinds.secret(hasApiKey), { required: false, extra: keyHint(hasApiKey) })}
                </>
              )
            }
          </Form.Item>
          <TryButton form={form} label={t('copilot.try')} ask={tryModel} />
        </>
      ),
    },
    {
      key: 'transcripts',
      title: t('copilot.section.transcripts'),
      fields: ({ field, form }) => (
        <>
          {field('transcribesArrivals', {
            input: label => (
              <Checkbox disabled={fixed}>{isLocal ? t('copilot.local.transcribesOpen') : label}</Checkbox>
            ),
            item: { ...unnamed, valuePropName: 'checked' },
          })}
          <BesideFields
            kind="transcription"
            field={field}
            disabled={fixed}
            usual={TRANSCRIPTION_MODEL}
            hasKey={hasTranscriptionKey}
            keyHint={keyHint(hasTranscriptionKey)}
          />
          <TryButton form={form} label={t('copilot.tryTranscription')} ask={tryTranscription} />
        </>
      ),
    },
    {
      key: 'embedding',
      title: t('copilot.section.embedding'),
      fields: ({ field, form }) => (
        <>
          <p className={`${styles.used} ${styles.lead}`}>{t('copilot.embeddingHint')}</p>
          <BesideFields
            kind="embedding"
            field={field}
            disabled={false}
            usual={t('copilot.noEmbedding')}
            hasKey={hasEmbeddingKey}
            keyHint={keyHint(hasEmbeddingKey)}
          />
          <TryButton form={form} label={t('copilot.tryEmbedding')} ask={tryEmbedding} />
        </>
      ),
    },
    {
      key: 'limits',
      title: t('copilot.section.limits'),
      fields: ({ field }) => (
        <>
          <div className={styles.pair}>
            {field(
              'ceiling',
              kinds.number({
                ...COPILOT_LIMITS.ceiling,
                className: styles.figure ?? '',
                placeholder: t('copilot.noCeiling'),
              }),
              { required: false, extra: t('copilot.ceilingHint') },
            )}
            {field('ceilingUnit', kinds.choice(units), { required: false })}
          </div>
          {field('masks', { input: <MasksField />, item: unnamed }, { extra: t('copilot.masksHint') })}
        </>
      ),
    },
  ]
  return (
    <Editor
      keepAs="copilot"
      schema={copilotForm}
      title={t(isLocal ? 'copilot.local.title' : 'copilot.title')}
      sections={sections.filter(
        ({ key }) =>
          // Articles are a server's.
          !(isLocal && key === 'embedding') && (!fixed || key === 'provider' || key === 'transcripts'),
      )}
      shape="drawer"
      initial={initial}
      live={live}
      save={save}
      savedText=""
      submitLabel={t('common.save')}
      fieldOfCode={{
        ERR_NO_QUEUE_FOUND: 'features',
        ERR_NO_PROMPT_FOUND: 'promptId',
        ERR_ADDRESS_NOT_ALLOWED: 'baseUrl',
        ERR_COPILOT_PRICE: 'ceiling',
      }}
      label={labelOf}
      onClose={onClose}
    />
  )
}
