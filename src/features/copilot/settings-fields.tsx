import {
  COPILOT_FEATURES,
  type CopilotFeature,
  copilotForm,
  FEATURE_OFF,
  type FeatureRule,
  LOCAL_COPILOT_FEATURES,
  MASKED_KINDS,
  type MaskedKind,
  PROFILES,
} from '@contract'
import { Alert, Button, Checkbox, type FormInstance, Switch } from 'antd'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { errorText, useTexts } from '@/i18n'
import { useLocalCopilot } from '@/stores/copilot'
import { useQueues } from '@/stores/queues'
import { looks, Select } from '@/ui'
import styles from './copilot.module.css'

type Rules = Record<CopilotFeature, FeatureRule>

/** For whom each feature is on. */
export function RulesField({ value, onChange }: { value?: Rules; onChange?: (rules: Rules) => void }) {
  const { t } = useTexts()
  const queues = useQueues()
  const isLocal = useLocalCopilot()
  const id = useId()
  return (
    <div className={styles.rules} role="group" aria-label={t('copilot.featuresLabel')}>
      {(isLocal ? LOCAL_COPILOT_FEATURES : COPILOT_FEATURES).map(feature => {
        const rule = value?.[feature] ?? FEATURE_OFF
        const change = (part: Partial<FeatureRule>): void =>
          onChange?.({ ...(value as Rules), [feature]: { ...rule, ...part } })
        return (
          <div key={feature} className={styles.rule} role="group" aria-labelledby={`${id}-${feature}`}>
            <span id={`${id}-${feature}`} className={looks.strong}>
              {t(`copilot.features.${feature}`)}
            </span>
            <Switch
              checked={rule.on}
              onChange={on => change({ on })}
              aria-label={t(`copilot.features.${feature}`)}
            />
            <p className={styles.used}>
              {t(
                isLocal && feature === 'transcribe'
                  ? 'copilot.local.transcribeHint'
                  : `copilot.featureHints.${feature}`,
              )}
            </p>
            {rule.on ? (
              <div className={styles.audience}>
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
export function MasksField({
  value,
  onChange,
}: {
  value?: MaskedKind[]
  onChange?: (kinds: MaskedKind[]) => void
}) {
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

export interface TryButtonProps {
  form: FormInstance
  label: string
  /** Tries it. @returns what is said of it. */
  ask: (body: z.output<typeof copilotForm>) => Promise<string>
}

/** Asks a model once as the form has it. */
export function TryButton({ form, label, ask }: TryButtonProps) {
  const { t } = useTexts()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setSaid(null)
    try {
      setSaid({ ok: true, text: await ask(copilotForm.parse(form.getFieldsValue(true))) })
    } catch (error) {
      setSaid({ ok: false, text: errorText(t, error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={looks.wrapLine8}>
      <Button loading={busy} onClick={() => void run()}>
        {label}
      </Button>
      {said ? <Alert type={said.ok ? 'success' : 'error'} showIcon title={said.text} /> : null}
    </div>
  )
}
