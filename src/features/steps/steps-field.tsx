import { PRIORITIES, STEPS, type Step, type StepKind } from '@contract'
import { Checkbox, Dropdown, Input } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type FieldKind, One, type RowKind, Several } from '@/features/kit'
import { useTexts } from '@/i18n'
import { IconButton, looks, MENU_KEYS, Select, ToolbarButton } from '@/ui'
import { SpanField } from './span-field'
import styles from './steps.module.css'
import { useStepKinds, useStepsText } from './words'

/** A step of which something is still to be chosen. */
type Draft = { kind: StepKind } & Record<string, unknown>

const FRESH: Readonly<Partial<Record<StepKind, Record<string, unknown>>>> = {
  schedule: { body: '', minutes: 60 },
  note: { note: '' },
  notify: { users: [], queues: [], note: '' },
  priority: { priority: 'high' },
  snooze: { minutes: 60 },
  resolve: { silently: false },
}

/** What one step needs to know. */
function Details({
  step,
  onChange,
  onlyShared,
}: {
  step: Draft
  onChange: (change: Record<string, unknown>) => void
  onlyShared: boolean
}) {
  const { t } = useTexts()
  const choose = (member: string, label: string, kind: RowKind) => (
    <One
      kind={kind}
      onlyShared={onlyShared}
      aria-label={label}
      placeholder={label}
      value={step[member] as number | undefined}
      onChange={value => onChange({ [member]: value })}
    />
  )
  const several = (member: string, label: string, kind: RowKind) => (
    <Several
      kind={kind}
      maxTagCount={Number.MAX_SAFE_INTEGER}
      allowClear={false}
      aria-label={label}
      placeholder={label}
      value={step[member] as number[]}
      onChange={value => onChange({ [member]: value })}
    />
  )
  const write = (member: string, label: string) => (
    <Input.TextArea
      aria-label={label}
      placeholder={label}
      autoSize={{ minRows: 1, maxRows: 6 }}
      dir="auto"
      value={step[member] as string}
      onChange={({ target }) => onChange({ [member]: target.value })}
    />
  )
  const span = (label: string) => (
    <SpanField
      label={label}
      value={step.minutes as number}
      onChange={minutes => onChange({ minutes })}
      most={STEPS.longestMinutes}
    />
  )
  switch (step.kind) {
    case 'message':
      return choose('quickMessageId', t('steps.quickMessage'), 'quickMessage')
    case 'schedule':
      return (
        <>
          {span(t('steps.after'))}
          {write('body', t('steps.text'))}
        </>
      )
    case 'note':
      return write('note', t('steps.note'))
    case 'notify':
      return (
        <>
          {several('users', t('steps.people'), 'user')}
          {several('queues', t('steps.queues'), 'queue')}
          {write('note', t('steps.note'))}
        </>
      )
    case 'addTag':
    case 'removeTag':
      return choose('tagId', t('steps.tag'), 'tag')
    case 'priority':
      return (
        <Select
          aria-label={t('steps.kind.priority')}
          value={step.priority as string}
          options={PRIORITIES.map(value => ({ value, label: t(`tickets.priority.${value}`) }))}
          onChange={(priority: string) => onChange({ priority })}
        />
      )
    case 'queue':
      return choose('queueId', t('steps.queue'), 'queue')
    case 'assign':
      return choose('userId', t('steps.person'), 'user')
    case 'snooze':
      return (
        <>
          {step.minutes === null ? null : span(t('steps.until'))}
          <Checkbox
            checked={step.minutes === null}
            onChange={({ target }) => onChange({ minutes: target.checked ? null : 60 })}
          >
            {t('steps.untilCustomer')}
          </Checkbox>
        </>
      )
    case 'resolve':
      return (
        <Checkbox
          checked={step.silently === true}
          onChange={({ target }) => onChange({ silently: target.checked })}
        >
          {t('steps.silently')}
        </Checkbox>
      )
  }
}

function StepWords({ steps }: { steps: readonly Step[] }): string {
  return useStepsText()(steps)
}

/** Steps as a kind of field. @param onlyShared and label as of `StepsField`. */
export const stepsKind = (onlyShared: boolean, label?: string): FieldKind => ({
  input: <StepsField onlyShared={onlyShared} {...(label === undefined ? {} : { label })} />,
  words: (steps: readonly Step[]) => <StepWords steps={steps} />,
})

interface StepsFieldProps {
  /** Its label in the form, where that is another than the steps'. */
  label?: string
  /** Given by Form.Item. */
  id?: string
  value?: readonly Step[]
  onChange?: (steps: readonly Step[]) => void
  /** Quick messages of the company alone: others run it as well. */
  onlyShared?: boolean
}

/** Steps in their order: added, filled in, moved and taken out. A field of a form. */
function StepsField({ label, id, value = [], onChange, onlyShared = false }: StepsFieldProps) {
  const { t } = useTexts()
  const kinds = useStepKinds()
  const list = useRef<HTMLOListElement>(null)
  const drafts = value as readonly Draft[]
  const set = (next: readonly Draft[]): void => onChange?.(next as unknown as readonly Step[])
  const move = (from: number, to: number): void => {
    const step = drafts[from]
    if (step) set(drafts.toSpliced(from, 1).toSpliced(to, 0, step))
  }
  const add = (kind: StepKind): void => {
    set([...drafts, { kind, ...FRESH[kind] }])
    // What was added is filled in next.
    setTimeout(() =>
      list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea, button)')?.focus(),
    )
  }
  return (
    <div id={id} role="group" aria-label={label ?? t('steps.title')}>
      <ol className={styles.list} ref={list}>
        {drafts.map((step, at) => {
          const name = t('steps.place', { at: at + 1, name: t(`steps.kind.${step.kind}`) })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are told apart by their places alone
            <li key={at} className={styles.step} aria-label={name}>
              <span className={looks.medium}>{name}</span>
              <span className={looks.row4}>
                <IconButton
                  icon={ArrowUp}
                  size="small"
                  label={t('steps.up', { name })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  size="small"
                  label={t('steps.down', { name })}
                  disabled={at === drafts.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={t('steps.remove', { name })}
                  onClick={() => set(drafts.toSpliced(at, 1))}
                />
              </span>
              <div className={styles.details}>
                <Details
                  step={step}
                  onlyShared={onlyShared}
                  onChange={change => set(drafts.with(at, { ...step, ...change }))}
                />
              </div>
            </li>
          )
        })}
      </ol>
      {drafts.length < STEPS.most ? (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            ...MENU_KEYS,
            items: kinds.map(kind => ({
              key: kind,
              label: t(`steps.kind.${kind}`),
              onClick: () => add(kind),
            })),
          }}
        >
          <ToolbarButton icon={Plus} label={t('steps.add')} />
        </Dropdown>
      ) : null}
    </div>
  )
}
