import { useEffect, useState } from 'react'
import { formClosed, noteTyped, typedBefore } from '@/stores/typed-forms'
import { FormDialog, type FormDialogProps } from '@/ui'
import { Restored } from './their-changes'

export interface KeptFormDialogProps<V extends object> extends FormDialogProps<V> {
  /** Names the form and what it is about, as in `useEditForm`. */
  keepAs: string
  /** Fields that are not kept: what is in them means nothing without what was searched for it. */
  without?: readonly (keyof V & string)[]
}

/**
 * A dialog that does something once (a transfer, a note) and has no record to save into: what was typed into it when the
 * session ended by itself is there again when the same person opens it.
 */
export function KeptFormDialog<V extends object>({
  keepAs,
  without = [],
  form,
  children,
  ...dialog
}: KeptFormDialogProps<V>) {
  const [before] = useState(() => typedBefore(keepAs))
  const [restored, setRestored] = useState(before !== null)
  useEffect(() => {
    if (before) {
      form.setFieldsValue(before.values as never)
      noteTyped(keepAs, before)
    }
    return () => formClosed(keepAs)
  }, [before, form, keepAs])
  const note = (): void => {
    const typed = Object.entries(form.getFieldsValue(true) as object).filter(
      ([name, value]) => value !== undefined && value !== '' && !without.includes(name as never),
    )
    noteTyped(keepAs, { values: Object.fromEntries(typed), known: {} })
  }
  const discardRestored = (): void => {
    form.resetFields(Object.keys(before?.values ?? {}) as never)
    setRestored(false)
    noteTyped(keepAs, null)
  }
  return (
    <FormDialog<V> {...dialog} form={form} onValuesChange={note}>
      <Restored edit={{ restored, discardRestored }} />
      {children}
    </FormDialog>
  )
}
