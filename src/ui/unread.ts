import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef } from 'react'

/** A field whose box shows something else than the form holds. */
interface Unread {
  /** Takes what is typed. @returns false, and says why at the field, where it cannot be read. */
  settle: () => boolean
  focus: () => void
}

/** By form, in the order in which they were typed in. A form that is gone takes its own along. */
const unreadIn = new WeakMap<FormInstance, Set<Unread>>()

/**
 * For a field that reads what is typed: its form is not saved while the box shows something else than the form holds.
 * @returns tells whether that is so now. Outside a form it does nothing.
 */
export function useUnread(field: Unread): (isUnread: boolean) => void {
  const form: FormInstance | undefined = Form.useFormInstance()
  const latest = useRef(field)
  latest.current = field
  const own = useRef<Unread>({
    settle: () => latest.current.settle(),
    focus: () => latest.current.focus(),
  })
  const note = useCallback(
    (isUnread: boolean): void => {
      if (!form) return
      const fields = unreadIn.get(form) ?? new Set()
      unreadIn.set(form, fields)
      if (isUnread) fields.add(own.current)
      else fields.delete(own.current)
    },
    [form],
  )
  useEffect(() => () => note(false), [note])
  return note
}

/** Whether a box of the form shows something else than the form holds. */
export const hasUnread = (form: FormInstance): boolean => (unreadIn.get(form)?.size ?? 0) > 0

/**
 * Takes what is typed in all fields of a form.
 * @returns false where a field cannot be read: it says so and has the keyboard, and nothing may be saved.
 */
export function settleTyped(form: FormInstance): boolean {
  const wrong = [...(unreadIn.get(form) ?? [])].filter(field => !field.settle())
  wrong[0]?.focus()
  return wrong.length === 0
}
