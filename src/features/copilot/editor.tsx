import {
  AI_BASE_URL,
  AI_MODEL,
  CEILING_UNITS,
  COPILOT_FEATURES,
  COPILOT_LIMITS,
  type CopilotFeature,
  type CopilotSettings,
  copilotForm,
  FEATURE_OFF,
  type FeatureRule,
  MASKED_KINDS,
  type MaskedKind,
  PROFILES,
} from '@contract'
import { Alert, Button, Checkbox, Form, type FormInstance, Input, Switch } from 'antd'
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { Editor, type EditorSection, NumberField, SecretField } from '@/features/kit'
import { errorText, isTextKey, useTexts } from '@/i18n'
import { promptsList } from '@/stores/automation'
import { copilotSettings } from '@/stores/copilot'
import { useQueues } from '@/stores/queues'
import { contentToasts } from '@/stores/toasts'
import { Select } from '@/ui'
import styles from './copilot.module.css'

/** What the form shows of them; the key goes in and never comes out. */
const fieldsOf = ({
  hasApiKey: _key,
  used: _used,
  ...fields
}: CopilotSettings): Partial<z.input<typeof copilotForm>> => fields as Partial<z.input<typeof copilotForm>>

type Rules = Record<CopilotFeature, FeatureRule>

/** For whom each feature is on. */
function RulesField({ value, onChange }: { value?: Rules; onChange?: (rules: Rules) => void }) {
  const { t } = useTexts()
  const queues = useQueues()
  const id = useId()
  return (
    <div className={styles.rules} role="group" aria-label={t('copilot.featuresLabel')}>
      {COPILOT_FEATURES.map(feature => {
        const rule = value?.[feature] ?? FEATURE_OFF
        const change = (part: Partial<FeatureRule>): void =>
          onChange?.({ ...(value as Rules), [feature]: { ...rule, ...part } })
        return (
          <div key={feature} className={styles.rule} role="group" aria-labelledby={`${id}-${feature}`}>
            <div className={styles.ruleHead}>
              <Switch
                checked={rule.on}
                onChange={on => change({ on })}
                aria-label={t(`copilot.features.${feature}`)}
              />
              <span id={`${id}-${feature}`}>{t(`copilot.features.${feature}`)}</span>
            </div>
            <p className={styles.used}>{t(`copilot.featureHints.${feature}`)}</p>
            {rule.on ? (
              <div className={styles.pair}>
                <Select
                  mode="multiple"
                  aria-label={t('copilot.forQueues')}
                  placeholder={t('copilot.allQueues')}
                  value={rule.queueIds}
                  options={queues.map(queue => ({ value: queue.id, label: queue.name }))}
                  onChange={(queueIds: number[]) => change({ queueIds })}
                />
                <Checkbox.Group
                  aria-label={t('copilot.forProfiles')}
                  value={rule.profiles}
                  options={PROFILES.map(profile => ({
                    value: profile,
                    label: t(`users.profile.${profile}`),
                  }))}
                  onChange={profiles => change({ profiles })}
                />
              </div>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

/** Which personal data is replaced. */
function MasksField({ value, onChange }: { value?: MaskedKind[]; onChange?: (kinds: MaskedKind[]) => void }) {
  const { t } = useTexts()
  const titleId = useId()
  return (
    <div role="group" aria-labelledby={titleId} className={styles.masks}>
      <span id={titleId}>{t('copilot.masks')}</span>
      <Checkbox.Group
        value={value ?? []}
        options={MASKED_KINDS.map(kind => ({ value: kind, label: t(`copilot.kinds.${kind}`) }))}
        {...(onChange ? { onChange } : {})}
      />
    </div>
  )
}

/** Asks the model once as the form has it. */
function TryButton({ form }: { form: FormInstance }) {
  const { t, format } = useTexts()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setSaid(null)
    try {
      const body = copilotForm.parse(form.getFieldsValue(true))
      const { text, model, milliseconds, tokens } = await call('copilot.test', { body })
      const seconds = format.number(Math.round(milliseconds / 100) / 10)
      setSaid({ ok: true, text: `${t('copilot.tried', { model, seconds, count: tokens })} ${text}` })
    } catch (error) {
      setSaid({ ok: false, text: errorText(t, error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.tried}>
      <Button loading={busy} onClick={() => void run()}>
        {t('copilot.try')}
      </Button>
      {said ? <Alert type={said.ok ? 'success' : 'error'} showIcon title={said.text} /> : null}
    </div>
  )
}

function Used({ used }: Pick<CopilotSettings, 'used'>) {
  const { t, format } = useTexts()
  const { calls, tokens, dollars, taken, changed, dropped } = used
  return (
    <p className={styles.used}>
      {t('copilot.used', { count: calls, tokens: format.number(tokens) })}
      {dollars === null || calls === 0 ? '' : ` · ${format.dollars(dollars)}`}
      {' · '}
      {t('copilot.outcomes', { taken, changed, dropped })}
    </p>
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
  const { t } = useTexts()
  const prompts = promptsList.use(state => state.rows)
  const live = useMemo(() => fieldsOf(settings), [settings])
  // As it was opened: what others change meanwhile is shown beside it.
  const [initial] = useState(() => ({ ...live, apiKey: '' }))
  const { hasApiKey, used } = settings
  const save = async (body: z.output<typeof copilotForm>): Promise<void> => {
    copilotSettings.use.setState({ items: [await call('copilot.saveSettings', { body })] })
    contentToasts.success(t('copilot.saved'))
  }
  const sections: EditorSection<typeof copilotForm>[] = [
    {
      key: 'features',
      title: t('copilot.section.features'),
      fields: ({ item }) => (
        <>
          <Used used={used} />
          <Form.Item {...item('features')} required={false}>
            <RulesField />
          </Form.Item>
        </>
      ),
    },
    {
      key: 'provider',
      title: t('copilot.section.provider'),
      fields: ({ item, form }) => (
        <>
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
                        spellCheck={false}
                        placeholder={AI_BASE_URL}
                        inputMode="url"
                      />
                    </Form.Item>
                    <Form.Item {...item('model')} required={false} label={t('prompts.model')}>
                      <Input autoComplete="off" spellCheck={false} placeholder={AI_MODEL} />
                    </Form.Item>
                  </div>
                  <Form.Item
                    {...item('apiKey')}
                    required={false}
                    label={t('prompts.apiKey')}
                    extra={t(hasApiKey ? 'prompts.apiKeyKept' : 'copilot.apiKeyHint')}
                  >
                    <SecretField kept={hasApiKey} />
                  </Form.Item>
                </>
              )
            }
          </Form.Item>
          <TryButton form={form} />
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
                precision={0}
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
      title={t('copilot.title')}
      sections={sections}
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
