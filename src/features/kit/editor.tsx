import { DIALOG_SUBMIT_MS } from '@contract'
import { Alert, Button, Drawer, Form, type FormInstance } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorText, useTexts } from '@/i18n'
import { cx, SaveBar, settleTyped, useFocusAfterFailure } from '@/ui'
import styles from './editor.module.css'
import type { FormSchema } from './schema-rules'
import { Restored, TheirChanges } from './their-changes'
import { type EditForm, type EditFormOptions, useEditForm } from './use-edit-form'
import { useHeldLeaving } from './use-leaving'
import { useVoice } from './voice'

/** One part of an editor; its fields stay mounted, so that a rule of a part that is not in view holds as well. */
export interface EditorSection<S extends FormSchema> {
  key: string
  title: string
  /** The fields, as in EditDialog. */
  fields: (edit: EditForm<S>) => ReactNode
}

export interface EditorProps<S extends FormSchema> extends EditFormOptions<S> {
  title: string
  /** False where the page around it says the title already. Default true. */
  titled?: boolean
  sections: readonly EditorSection<S>[]
  /** What the customer will see, from the fields as they stand. */
  preview?: (values: Partial<z.input<S>>) => ReactNode
  /** `page` fills the screen it stands in, `drawer` comes over it from the right. */
  shape?: 'page' | 'drawer'
  onClose: () => void
  /** It can only be looked at: nothing can be typed or saved. */
  readOnly?: boolean
  /** Words of the button; a function where the fields as they stand say what it does. */
  submitLabel?: string | ((values: Partial<z.input<S>>) => string)
  /** Toast after a save; '' says nothing. */
  savedText?: string
  minBusyMs?: number
}

const FIRST_FIELD = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled)'

/** Brings what is drawn into view: who saves from the end of a long form would not see what is above it. */
const intoView = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'nearest' })

/**
 * The editor of a thing with more than six fields: sections left, form in the middle, preview right, buttons in a bar at the
 * foot that is always in view and says what is not saved yet. Ctrl+S saves, and leaving (Esc, Cancel, another screen) asks
 * before it is lost.
 */
export function Editor<S extends FormSchema>({
  title,
  titled = true,
  sections,
  preview,
  shape = 'page',
  onClose,
  readOnly = false,
  submitLabel,
  savedText,
  minBusyMs = DIALOG_SUBMIT_MS,
  ...options
}: EditorProps<S>) {
  const { t } = useTexts()
  const say = useVoice()
  const edit = useEditForm(options)
  // Drawn first: what a colleague changed is said by the kinds of the fields.
  const drawn = new Map(sections.map(({ key, fields }) => [key, fields(edit)]))
  const { form, dirty, mayLeave, unsaved } = edit
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [shown, setShown] = useState(sections[0]?.key)
  /** Where there is no room beside the form the preview lies over it while it is asked for. */
  const [previewed, setPreviewed] = useState(false)
  const middle = useRef<HTMLDivElement>(null)
  /** Its fields' ids begin with it: a form above or below may have members of the same names. */
  const formName = useId()
  const noteFailure = useFocusAfterFailure(form, busy)
  useHeldLeaving(unsaved, mayLeave)

  const save = async (): Promise<void> => {
    if (busy || readOnly || !settleTyped(form as FormInstance)) return
    setBusy(true)
    setFailure(null)
    try {
      await Promise.all([edit.submit(), new Promise(done => setTimeout(done, minBusyMs))])
      if (savedText !== '') say.success(savedText ?? t('kit.saved'))
      onClose()
    } catch (error) {
      noteFailure()
      if (error !== null && form.getFieldsError().every(field => field.errors.length === 0))
        setFailure(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const close = async (): Promise<void> => {
    if (!busy && (await mayLeave())) onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const command = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing) return
    // A drawer closes by itself. A list or calendar that is open over a field is what Escape means first.
    const open = middle.current?.querySelector('[aria-expanded=true]')
    if (event.key === 'Escape' && shape === 'page' && !open && !event.defaultPrevented) return void close()
    if (!command) return
    if (event.key.toLowerCase() !== 's' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  /** Whoever was faster than the opening already writes somewhere: the keys stay there. */
  const focusFirst = (): void => {
    if (!middle.current?.contains(document.activeElement))
      middle.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus({ preventScroll: true })
  }
  // A drawer tells when it has opened. A page that was led to begins at its first field too: the button pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    if (shape === 'page' && document.activeElement === document.body) focusFirst()
  }, [])
  const part = (key: string): HTMLElement | null | undefined =>
    middle.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(key)}"]`)
  const onScroll = (): void => {
    const box = middle.current
    const top = box?.getBoundingClientRect().top ?? 0
    // A last section that is shorter than the window never comes to its top.
    if (box && box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1) {
      setShown(sections.at(-1)?.key)
      return
    }
    const passed = sections.filter(({ key }) => (part(key)?.getBoundingClientRect().top ?? 0) - top < 80)
    setShown(passed.at(-1)?.key ?? sections[0]?.key)
  }

  const body = (
    <div className={styles.editor} role="group" aria-label={title} onKeyDown={onKeyDown} data-pane="content">
      <header className={cx(styles.head, !titled && styles.untitled)}>
        {titled ? <h2 className={styles.title}>{title}</h2> : null}
        {preview ? (
          <Button
            className={styles.previewButton}
            aria-pressed={previewed}
            onClick={() => setPreviewed(!previewed)}
          >
            {t(previewed ? 'kit.backToForm' : 'kit.preview')}
          </Button>
        ) : null}
      </header>
      <div className={styles.columns}>
        {sections.length > 1 ? (
          <nav className={styles.sections} aria-label={title}>
            {sections.map(section => (
              <button
                key={section.key}
                type="button"
                className={cx(styles.section, shown === section.key && styles.shown)}
                aria-current={shown === section.key ? 'true' : undefined}
                onClick={() => part(section.key)?.scrollIntoView({ block: 'start' })}
              >
                {section.title}
              </button>
            ))}
          </nav>
        ) : null}
        <div ref={middle} className={styles.middle} onScroll={onScroll}>
          <Form
            name={formName}
            form={edit.form}
            layout="vertical"
            validateTrigger="onBlur"
            initialValues={edit.initial as object}
            disabled={busy || readOnly}
            onValuesChange={edit.noteChange}
            className={styles.form}
          >
            <Restored edit={edit} />
            <TheirChanges edit={edit} />
            {failure ? (
              <div ref={intoView}>
                <Alert className={styles.failure} type="error" showIcon title={failure} />
              </div>
            ) : null}
            {sections.map(section => (
              <section key={section.key} data-part={section.key} className={styles.part}>
                {sections.length > 1 ? <h3 className={styles.partTitle}>{section.title}</h3> : null}
                {drawn.get(section.key)}
              </section>
            ))}
          </Form>
        </div>
        {preview ? (
          <aside className={cx(styles.preview, previewed && styles.previewed)}>
            <Drawn edit={edit} draw={preview} />
          </aside>
        ) : null}
      </div>
      <SaveBar at="frame" unsaved={dirty ? t('kit.form.unsaved') : null}>
        <Button onClick={() => void close()} disabled={busy}>
          {t(readOnly ? 'common.close' : 'common.cancel')}
        </Button>
        {readOnly ? null : (
          <Button type="primary" loading={busy} onClick={() => void save()} title="Ctrl+S">
            {typeof submitLabel === 'function' ? (
              <Drawn edit={edit} draw={submitLabel} />
            ) : (
              (submitLabel ?? t('common.save'))
            )}
          </Button>
        )}
      </SaveBar>
    </div>
  )
  if (shape === 'page') return body
  return (
    <Drawer
      open
      size="min(1120px, 100vw)"
      closable={false}
      // The frame would take the focus from the first field, which would say at once that it is empty.
      autoFocus={false}
      keyboard
      mask={{ closable: false }}
      onClose={() => void close()}
      afterOpenChange={open => {
        if (open) focusFirst()
      }}
      aria-label={title}
      styles={{ body: { padding: 0 } }}
    >
      {body}
    </Drawer>
  )
}

/** What the fields as they stand make of it. */
function Drawn<S extends FormSchema>({
  edit,
  draw,
}: {
  edit: EditForm<S>
  draw: (values: Partial<z.input<S>>) => ReactNode
}) {
  const values = Form.useWatch(all => all, edit.form) as Partial<z.input<S>> | undefined
  return draw({ ...edit.initial, ...values })
}
