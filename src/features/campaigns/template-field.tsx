import {
  CAMPAIGN_VARIABLES,
  type CampaignTemplate,
  type MessageTemplate,
  type TemplateGap,
  templateGaps,
  templateMedia,
  templatePrefill,
} from '@contract'
import { Alert, Form, Input } from 'antd'
import { useId } from 'react'
import { isSendable, keyOf, useTemplates } from '@/features/templates'
import { useTexts } from '@/i18n'
import { useCampaignSettings } from '@/stores/campaigns'
import { useWhatsapps } from '@/stores/whatsapps'
import { looks, Select } from '@/ui'
import styles from './editor.module.css'

/** Whether a connection reaches strangers by templates alone. */
export function useTakesTemplates(whatsappId: number | null | undefined): boolean {
  const connection = useWhatsapps().find(({ id }) => id === whatsappId)
  return connection?.capabilities?.includes('templates') ?? false
}

/** What is in the gaps to begin with: the greeted name is the recipient's. */
const begun = (template: MessageTemplate): CampaignTemplate => ({
  name: template.name,
  language: template.language,
  values: Object.fromEntries(Object.keys(templatePrefill(template, 'Nome')).map(key => [key, '{nome}'])),
})

interface GapProps {
  gap: TemplateGap
  value: string
  onChange: (words: string) => void
}

/** Words of one gap; the variables below it put a recipient's own in. */
function Gap({ gap, value, onChange }: GapProps) {
  const { t } = useTexts()
  const id = useId()
  const { variables } = useCampaignSettings()
  const names = [...CAMPAIGN_VARIABLES, ...variables.map(({ key }) => key)]
  const missing = value.trim() === ''
  const label =
    gap.part === 'button'
      ? t('campaigns.template.buttonGap', { name: gap.name })
      : t(gap.part === 'header' ? 'campaigns.template.headerGap' : 'campaigns.template.gap', {
          name: gap.name,
        })
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required
      validateStatus={missing ? 'warning' : ''}
      help={missing ? t('campaigns.template.missing') : undefined}
    >
      <Input
        id={id}
        value={value}
        autoComplete="off"
        dir="auto"
        placeholder={gap.example === '' ? '' : t('campaigns.template.example', { example: gap.example })}
        onChange={event => onChange(event.target.value)}
      />
      <div className={styles.chips} role="group" aria-label={t('campaigns.editor.variables')}>
        {names.map(name => (
          <button
            key={name}
            type="button"
            className={looks.chip}
            aria-label={`${t('campaigns.editor.insert', { name: `{${name}}` })}: ${label}`}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChange(`${value}{${name}}`)}
          >
            {`{${name}}`}
          </button>
        ))}
      </div>
    </Form.Item>
  )
}

interface TemplateFieldProps {
  whatsappId: number
  id?: string
  value?: CampaignTemplate | null
  onChange?: (template: CampaignTemplate | null) => void
}

/** The approved templates of a connection, and the gaps of the chosen one. */
export function TemplateField({ whatsappId, id, value = null, onChange }: TemplateFieldProps) {
  const { t } = useTexts()
  const { known, busy, error } = useTemplates(whatsappId)
  const templates = (known?.templates ?? []).filter(isSendable)
  const chosen = value && templates.find(one => keyOf(one) === keyOf(value))
  const choose = (key: string | undefined): void => {
    const template = templates.find(one => keyOf(one) === key)
    onChange?.(template ? begun(template) : null)
  }
  const set = (key: string, words: string): void => {
    if (value) onChange?.({ ...value, values: { ...value.values, [key]: words } })
  }
  const nothing = !busy && templates.length === 0
  return (
    <>
      <Select
        {...(id ? { id } : {})}
        allowClear
        showSearch
        loading={busy}
        placeholder={t('campaigns.template.none')}
        {...(value ? { value: keyOf(value) } : {})}
        options={[
          ...(value && !chosen
            ? [{ value: keyOf(value), label: `${value.name.replaceAll('_', ' ')} (${value.language})` }]
            : []),
          ...templates.map(one => ({
            value: keyOf(one),
            label: `${one.name.replaceAll('_', ' ')} (${one.language})`,
          })),
        ]}
        onChange={choose}
      />
      {nothing ? (
        <p className={styles.note}>{t(error ? 'campaigns.template.failed' : 'campaigns.template.noneYet')}</p>
      ) : null}
      {value && !chosen && !busy && !error ? (
        <Alert type="warning" showIcon title={t('campaigns.template.gone')} style={{ marginTop: 8 }} />
      ) : null}
      {chosen ? (
        <div className={styles.gaps}>
          {templateMedia(chosen) ? <p className={styles.note}>{t('campaigns.template.file')}</p> : null}
          {templateGaps(chosen).map(gap => (
            <Gap
              key={gap.key}
              gap={gap}
              value={value?.values[gap.key] ?? ''}
              onChange={words => set(gap.key, words)}
            />
          ))}
        </div>
      ) : null}
    </>
  )
}
