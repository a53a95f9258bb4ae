import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from './cx'
import styles from './field.module.css'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Words under the field; null when it is fine. */
  problem: string | null
  /** A button inside the field, at its end. */
  tool?: ReactNode
  describedBy?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Whether focus goes to what sends the form or leads away from it. Words that appeared under a field at that moment would
 * push the button away from under the pointer, and the press would be lost; sending says what is wrong anyway.
 */
const isOnward = (next: EventTarget | null): boolean =>
  next instanceof Element && next.closest('button[type=submit], a[href]') !== null

/** A native field with its label above and its problem below; `onBlur` is not called for a press on what sends the form. */
export function Field({ label, problem, tool, describedBy, ref, ...native }: FieldProps) {
  const id = useId()
  const described = [problem ? `${id}-problem` : null, describedBy].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...native}
          onBlur={event => {
            if (!isOnward(event.relatedTarget)) native.onBlur?.(event)
          }}
          ref={ref}
          id={id}
          className={cx(
            styles.input,
            tool !== undefined && styles.withTool,
            problem !== null && styles.wrong,
          )}
          aria-invalid={problem !== null}
          aria-describedby={described || undefined}
        />
        {tool ? <span className={styles.tool}>{tool}</span> : null}
      </div>
      <Message id={`${id}-problem`} problem={problem} />
    </div>
  )
}

/** The line below a field. It has its room whether or not something is said, so that nothing below moves. */
function Message({ id, problem }: { id: string; problem: string | null }) {
  return (
    <p id={id} className={cx(styles.message, styles.problem)}>
      {problem}
    </p>
  )
}

/** The same frame around another control: its label, the control, and words under it; a problem stands in the place of the hint. */
export function FieldFrame({
  label,
  htmlFor,
  problem = null,
  hint = null,
  children,
}: {
  label: string
  /** Id of the control; its words are `<id>-problem` and `<id>-hint`, for `aria-describedby`. */
  htmlFor: string
  problem?: string | null
  hint?: string | null
  children: ReactNode
}) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={htmlFor}>
        {label}
      </label>
      {children}
      {hint && !problem ? (
        <p id={`${htmlFor}-hint`} className={cx(styles.message, styles.hint)}>
          {hint}
        </p>
      ) : (
        <Message id={`${htmlFor}-problem`} problem={problem} />
      )}
    </div>
  )
}
