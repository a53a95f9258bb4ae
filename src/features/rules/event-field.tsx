import { RULE_EVENTS, type RuleEvent, type RuleEventKind, STEPS } from '@contract'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { One } from '@/features/kit'
import { SpanField } from '@/features/steps'
import { useTexts } from '@/i18n'
import { Select } from '@/ui'
import styles from './rules.module.css'

/** Of which something may still be to be chosen. */
type Draft = { kind: RuleEventKind } & Record<string, unknown>

const FRESH: Readonly<Record<RuleEventKind, Record<string, unknown>>> = {
  arrives: { ours: false },
  silence: { minutes: 30 },
  tagged: {},
  rated: { atMost: 1 },
  words: { words: [] },
}
const RATES = [1, 2, 3]

/** Words and phrases, one in each line. */
function WordsField({ words, onChange }: { words: readonly string[]; onChange: (words: string[]) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState(() => words.join('\n'))
  return (
    <Input.TextArea
      aria-label={t('rules.words')}
      placeholder={t('rules.wordsHint')}
      autoSize={{ minRows: 2, maxRows: 8 }}
      dir="auto"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(
          target.value
            .split('\n')
            .map(word => word.trim())
            .filter(Boolean),
        )
      }}
    />
  )
}

/** When a rule is asked. A field of a form. */
export function EventField({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: RuleEvent
  onChange?: (event: RuleEvent) => void
}) {
  const { t } = useTexts()
  const event = (value ?? { kind: 'arrives', ours: false }) as Draft
  const set = (next: Draft): void => onChange?.(next as unknown as RuleEvent)
  const put = (change: Record<string, unknown>): void => set({ ...event, ...change })
  return (
    <div className={styles.event}>
      <Select<RuleEventKind>
        {...(id ? { id } : {})}
        aria-label={t('rules.event')}
        value={event.kind}
        options={RULE_EVENTS.map(kind => ({ value: kind, label: t(`rules.kind.${kind}`) }))}
        onChange={kind => set({ kind, ...FRESH[kind] })}
      />
      {event.kind === 'arrives' ? (
        <Checkbox checked={event.ours === true} onChange={({ target }) => put({ ours: target.checked })}>
          {t('rules.ours')}
        </Checkbox>
      ) : null}
      {event.kind === 'silence' ? (
        <SpanField
          label={t('rules.for')}
          value={event.minutes as number}
          most={STEPS.longestMinutes}
          onChange={minutes => put({ minutes })}
        />
      ) : null}
      {event.kind === 'tagged' ? (
        <One
          kind="tag"
          aria-label={t('steps.tag')}
          placeholder={t('steps.tag')}
          value={event.tagId as number | undefined}
          onChange={tagId => put({ tagId })}
        />
      ) : null}
      {event.kind === 'rated' ? (
        <Select<number>
          aria-label={t('rules.atMost')}
          value={event.atMost as number}
          options={RATES.map(rate => ({ value: rate, label: t('rules.rate', { rate: String(rate) }) }))}
          onChange={atMost => put({ atMost })}
        />
      ) : null}
      {event.kind === 'words' ? (
        <WordsField words={event.words as string[]} onChange={words => put({ words })} />
      ) : null}
    </div>
  )
}
