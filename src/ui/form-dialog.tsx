import { Alert, Button, Form, type FormInstance, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx'
import { useFocusAfterFailure } from './focus-after-failure'
import styles from './form-dialog.module.css'
import { SaveBar } from './save-bar'
import { hasUnread, settleTyped } from './unread'

export interface FormDialogProps<V extends object> {
  open: boolean
  title: string
  form: FormInstance<V>
  initialValues?: Partial<V>
  /**
   * Saves; the dialog stays busy until it settles and stays open when it rejects. A function it answers is
   * run after the shortest busy time, for instance to close.
   */
  onSubmit: (values: V) => Promise<unknown>
  onClose: () => void
  /** null: nothing can be saved; the fields only show. */
  submitLabel: string | null
  cancelLabel: string
  /** Words for a rejected save, shown above the buttons; null when the fields say it. */
  describeError: (error: unknown) => string | null
  onValuesChange?: () => void
  /** Called before the fields are looked at for a save. */
  beforeSubmit?: () => void
  /** Fields are in this many columns on wide screens. */
  columns?: 1 | 2
  /** Shortest time the save button stays busy, in milliseconds. */
  minBusyMs?: number
  /** Saving destroys something that cannot be brought back: the button is red. */
  danger?: boolean
  /** Left of the buttons: for instance "delete". */
  extra?: ReactNode
  /** Words beside the buttons while something is not saved yet; null while nothing is. */
  unsaved?: string | null
  children: ReactNode
}

const FIRST_FIELD =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), [role=combobox]:not([aria-disabled=true])'

/** The dialog every form uses: labels above, validation when a field is left, Ctrl+Enter saves, Esc closes. */
export function FormDialog<V extends object>({
  open,
  title,
  form,
  initialValues,
  onSubmit,
  onClose,
  submitLabel,
  cancelLabel,
  describeError,
  onValuesChange,
  beforeSubmit,
  columns = 1,
  minBusyMs = 0,
  danger = false,
  extra,
  unsaved,
  children,
}: FormDialogProps<V>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const running = useRef(false)
  const formId = useId()
  const noteFailure = useFocusAfterFailure(form, busy)

  useEffect(() => {
    if (open) setFailure(null)
  }, [open])

  const save = async (values: V): Promise<void> => {
    if (running.current) return
    if (hasUnread(form as FormInstance)) {
      // What was read just now has to be looked at, too.
      if (settleTyped(form as FormInstance)) form.submit()
      return
    }
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      const [after] = await Promise.all([onSubmit(values), new Promise(done => setTimeout(done, minBusyMs))])
      if (typeof after === 'function') after()
    } catch (error) {
      noteFailure()
      setFailure(describeError(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  /** What was said about a value is no longer true once it changes: a wrong field is looked at again with each change. */
  const changed = (values: Partial<V>): void => {
    setFailure(null)
    const wrong = form
      .getFieldsError()
      .filter(({ name, errors }) => errors.length > 0 && String(name[0]) in values)
      .map(({ name }) => name)
    // What is still wrong is said below the field.
    if (wrong.length > 0) form.validateFields(wrong).catch(() => undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      submitLabel !== null &&
      event.key === 'Enter' &&
      (event.ctrlKey || event.metaKey) &&
      !event.nativeEvent.isComposing
    ) {
      event.preventDefault()
      beforeSubmit?.()
      form.submit()
    }
  }
  const focusFirst = (shown: boolean): void => {
    // Whoever was faster than the opening already writes somewhere: the keys stay there.
    if (!shown || box.current?.contains(document.activeElement)) return
    box.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  }

  return (
    <Modal
      open={open}
      title={title}
      width={columns === 2 ? 720 : 480}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={busy ? undefined : onClose}
      afterOpenChange={focusFirst}
      footer={
        <SaveBar start={extra} unsaved={unsaved}>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          {submitLabel === null ? null : (
            <Button type="primary" danger={danger} htmlType="submit" form={formId} loading={busy}>
              {submitLabel}
            </Button>
          )}
        </SaveBar>
      }
    >
      <div ref={box}>
        <Form<V>
          // Its fields' ids begin with it: the form below may have members of the same names.
          name={formId}
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          scrollToFirstError={{ focus: true }}
          initialValues={initialValues}
          disabled={busy || submitLabel === null}
          onKeyDown={onKeyDown}
          onValuesChange={values => {
            changed(values)
            onValuesChange?.()
          }}
          onSubmitCapture={beforeSubmit}
          onFinish={values => void save(values)}
          className={cx(styles.form, columns === 2 && styles.columns)}
        >
          {children}
        </Form>
        {failure ? <Alert className={styles.failure} type="error" title={failure} showIcon /> : null}
      </div>
    </Modal>
  )
}
