import {
  AI_BASE_URL,
  AI_MODEL,
  CEILING_UNITS,
  COPILOT_LIMITS,
  type CopilotSettings,
  copilotForm,
  TRANSCRIPTION_MODEL,
} from '@contract'
import { Alert, Checkbox, Form, Input } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { Editor, type EditorSection, NumberField, SecretField } from '@/features/kit'
import { errorText, isTextKey, useTexts } from '@/i18n'
import { promptsList } from '@/stores/automation'
import { copilotOffers, copilotSettings, useLocalCopilot } from '@/stores/copilot'
import { contentToasts } from '@/stores/toasts'
import { Select } from '@/ui'
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
  const sections: EditorSection<typeof copilotForm>[] = [
    {
      key: 'features',
      title: t('copilot.section.features'),
      fields: ({ item }) => (
        <>
          <Used used={used} />
          <Right proposals={proposals} />
          <Form.Item {...item('features')} required={false}>
            <RulesField />
          </Form.Item>
          {isLocal ? null : (
            <Form.Item {...item('alone')} required={false}>
              <AloneField proposals={proposals} />
            </Form.Item>
          )}
        </>
      ),
    },
    {
      key: 'provider',
      title: t('copilot.section.provider'),
      fields: ({ item, form }) => (
        <>
          {fixed ? <Alert type="info" showIcon title={t('copilot.local.fixed')} /> : null}
          {isLocal ? null : (
            <Form.Item
              {...item('promptId')}
              required={false}
              label={t('copilot.prompt')}
              extra={t('copilot.promptHint')}
            >
              <Select
                allowClear
                placeholder={t('copilot.ownProvider')}
                options={prompts.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Form.Item>
          )}
          <Form.Item noStyle dependencies={['promptId']}>
            {() =>
              form.getFieldValue('promptId') ? null : (
                <>
                  <div className={styles.pair}>
                    <Form.Item
                      {...item('baseUrl')}
                      required={false}
                      label={t('prompts.baseUrl')}
                      extra={t('prompts.baseUrlHint')}
                    >
                      <Input
                        autoComplete="off"
                        disabled={fixed}
                        spellCheck={false}
                        placeholder={AI_BASE_URL}
                        inputMode="url"
                      />
                    </Form.Item>
                    <Form.Item {...item('model')} required={false} label={t('prompts.model')}>
                      <Input autoComplete="off" disabled={fixed} spellCheck={false} placeholder={AI_MODEL} />
                    </Form.Item>
                  </div>
                  <Form.Item
                    {...item('apiKey')}
                    required={false}
                    label={t('prompts.apiKey')}
                    extra={keyHint(hasApiKey)}
                  >
                    <SecretField kept={hasApiKey} />
                  </Form.Item>
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
      fields: ({ item, form }) => (
        <>
          <Form.Item {...item('transcribesArrivals')} required={false} valuePropName="checked">
            <Checkbox disabled={fixed}>
              {t(isLocal ? 'copilot.local.transcribesOpen' : 'copilot.transcribesArrivals')}
            </Checkbox>
          </Form.Item>
          <BesideFields
            kind="transcription"
            item={item}
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
      fields: ({ item, form }) => (
        <>
          <p className={`${styles.used} ${styles.lead}`}>{t('copilot.embeddingHint')}</p>
          <BesideFields
            kind="embedding"
            item={item}
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
      fields: ({ item }) => (
        <>
          <div className={styles.pair}>
            <Form.Item
              {...item('ceiling')}
              required={false}
              label={t('copilot.ceiling')}
              extra={t('copilot.ceilingHint')}
            >
              <NumberField
                {...COPILOT_LIMITS.ceiling}
                className={styles.figure ?? ''}
                placeholder={t('copilot.noCeiling')}
              />
            </Form.Item>
            <Form.Item {...item('ceilingUnit')} required={false} label={t('copilot.ceilingUnit')}>
              <Select
                options={CEILING_UNITS.map(unit => ({ value: unit, label: t(`copilot.units.${unit}`) }))}
              />
            </Form.Item>
          </div>
          <Form.Item {...item('masks')} required={false} extra={t('copilot.masksHint')}>
            <MasksField />
          </Form.Item>
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
      describe={(name, value) => {
        const key = `copilot.${name}`
        return { label: isTextKey(key) ? t(key) : name, value: String(value ?? '') }
      }}
      onClose={onClose}
    />
  )
}
