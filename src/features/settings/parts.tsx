/** What the sections are made of: a heading, bordered groups, and lines with a name on the left and a choice right. */
import { Switch, type SwitchProps } from 'antd'
import { type ReactNode, useId } from 'react'
import { cx } from '@/ui'
import styles from './parts.module.css'

/** Some lines that belong together. */
export function Group({
  title,
  hint,
  action,
  alone = false,
  children,
}: {
  title: string
  hint?: string
  action?: ReactNode
  /** The section is this group: its heading is above already. */
  alone?: boolean
  children: ReactNode
}) {
  const id = useId()
  const lines = <div className={styles.lines}>{children}</div>
  if (alone)
    return (
      <section className={styles.group} aria-label={title}>
        {lines}
      </section>
    )
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.groupHead}>
        <div className={styles.words}>
          <h3 id={id} className={styles.groupTitle}>
            {title}
          </h3>
          {hint ? <p className={styles.hint}>{hint}</p> : null}
        </div>
        {action}
      </div>
      {lines}
    </section>
  )
}

export interface LineProps {
  label: ReactNode
  hint?: ReactNode
  /** The control; given the ids of the words that name and explain it. */
  children?: (ids: { labelId: string; hintId: string }) => ReactNode
  /** The control is under the words, over the whole width. */
  stacked?: boolean
}

/** One choice. */
export function Line({ label, hint, children, stacked = false }: LineProps) {
  const id = useId()
  const ids = { labelId: `${id}-label`, hintId: `${id}-hint` }
  return (
    <div className={cx(styles.line, stacked && styles.stacked)}>
      <div className={styles.words}>
        <p id={ids.labelId} className={styles.label}>
          {label}
        </p>
        {hint ? (
          <p id={ids.hintId} className={styles.hint}>
            {hint}
          </p>
        ) : null}
      </div>
      {children ? <div className={styles.control}>{children(ids)}</div> : null}
    </div>
  )
}

interface ChoiceProps<V> {
  value: V
  options: readonly { value: V; label: string; icon?: ReactNode }[]
  onChange: (value: V) => void
  labelledBy: string
  disabled?: boolean
}

/** Two to four exclusive choices side by side; arrows move, as in any set of radio buttons. */
export function Choice<V extends string | number>({
  value,
  options,
  onChange,
  labelledBy,
  disabled = false,
}: ChoiceProps<V>) {
  const name = useId()
  return (
    <div
      className={cx(styles.choice, disabled && styles.idle)}
      role="radiogroup"
      aria-labelledby={labelledBy}
    >
      {options.map(option => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>
            {option.icon}
            {option.label}
          </span>
        </label>
      ))}
    </div>
  )
}

/** A choice that is on or off. */
export function SwitchLine({ label, hint, ...control }: Omit<LineProps, 'children'> & SwitchProps) {
  return (
    <Line label={label} hint={hint}>
      {({ labelId, hintId }) => <Switch aria-labelledby={labelId} aria-describedby={hintId} {...control} />}
    </Line>
  )
}

/**
 * Lines of choices that are saved at once, by the names of what they change.
 * @param values what is chosen now.
 * @param set saves what changes.
 */
export function linesOf<T extends object>(values: T, set: (change: Partial<T>) => unknown) {
  const change = <K extends keyof T>(key: K, value: T[K]) =>
    void set({ [key]: value } as unknown as Partial<T>)
  return {
    /** On or off. */
    onOff: <K extends keyof T & string>(key: K, label: string, hint: string) => (
      <SwitchLine
        label={label}
        hint={hint}
        checked={values[key] === true}
        onChange={on => change(key, on as T[K])}
      />
    ),
    /** One of two to four. */
    choice: <K extends keyof T & string>(
      key: K,
      label: string,
      options: readonly (readonly [value: T[K], label: string, icon?: ReactNode])[],
      more: Pick<LineProps, 'hint' | 'stacked'> = {},
    ) => (
      <Line label={label} {...more}>
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={options.findIndex(([value]) => value === values[key])}
            options={options.map(([, words, icon], at) => ({ value: at, label: words, icon }))}
            onChange={at => change(key, (options[at] as readonly [T[K], string])[0])}
          />
        )}
      </Line>
    ),
  }
}

/** A fact of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** Something to know before anything else in a section. */
export function Notice({
  tone,
  icon,
  title,
  children,
  action,
}: {
  tone: 'warning' | 'quiet'
  icon: ReactNode
  title?: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={tone === 'warning' ? 'alert' : undefined}>
      <span className={styles.noticeIcon}>{icon}</span>
      <div className={styles.words}>
        {title ? <p className={styles.label}>{title}</p> : null}
        <p className={styles.noticeText}>{children}</p>
      </div>
      {action}
    </div>
  )
}
