import type { MessageTemplate } from '@contract'
import { useEffect } from 'react'
import { useTexts } from '@/i18n'
import { cx, looks, Pill, type PillTone } from '@/ui'
import styles from './template-dialog.module.css'
import { isSendable, keyOf } from './use-templates'

const TONES: Readonly<Record<string, PillTone>> = {
  PENDING: 'info',
  IN_APPEAL: 'info',
  PAUSED: 'warning',
  REJECTED: 'error',
  DISABLED: 'error',
}
const WORDS = [
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'LIMIT_EXCEEDED',
] as const

/** Why a template cannot be sent, in a word or two; nothing for one that can. */
export function TemplateState({ template }: { template: MessageTemplate }) {
  const { t } = useTexts()
  if (isSendable(template)) return null
  const word =
    template.status === 'APPROVED' ? 'unknown' : (WORDS.find(one => one === template.status) ?? 'other')
  return <Pill tone={TONES[template.status] ?? 'neutral'}>{t(`templates.status.${word}`)}</Pill>
}

interface TemplateListProps {
  id: string
  templates: readonly MessageTemplate[]
  /** Place of the row the arrow keys are at. */
  at: number
  chosen: MessageTemplate | null
  onChoose: (template: MessageTemplate) => void
}

/** The templates that fit the search; the search field moves through them. */
export function TemplateList({ id, templates, at, chosen, onChoose }: TemplateListProps) {
  const { t } = useTexts()
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, at])
  return (
    <div className={styles.list} role="listbox" id={id} aria-label={t('templates.list')}>
      {templates.map((template, place) => {
        const selected = chosen !== null && keyOf(chosen) === keyOf(template)
        return (
          <button
            key={keyOf(template)}
            id={`${id}-${place}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={selected}
            className={cx(styles.row, place === at && styles.at, selected && styles.chosen)}
            onClick={() => onChoose(template)}
          >
            <span className={styles.rowHead}>
              <span className={styles.rowName}>{template.name.replaceAll('_', ' ')}</span>
              <span className={looks.meta}>{template.language}</span>
            </span>
            <span className={styles.rowText}>{template.body}</span>
            <TemplateState template={template} />
          </button>
        )
      })}
    </div>
  )
}
