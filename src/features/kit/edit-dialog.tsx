import { DIALOG_SUBMIT_MS } from '@contract'
import type { ReactNode } from 'react'
import { errorText, useTexts } from '@/i18n'
import { FormDialog } from '@/ui'
import type { FormSchema } from './schema-rules'
import { Restored, TheirChanges } from './their-changes'
import { type EditForm, type EditFormOptions, useEditForm } from './use-edit-form'
import { useVoice } from './voice'

export interface EditDialogProps<S extends FormSchema> extends EditFormOptions<S> {
  title: string
  onClose: () => void
  /** Default: common.save; null hides it and the fields only show. */
  submitLabel?: string | null
  /** Default: common.cancel. */
  cancelLabel?: string
  /** Toast after a save; '' says nothing. Default 'Operação realizada com sucesso!'. */
  savedText?: string
  columns?: 1 | 2
  /** Shortest busy time in milliseconds: 400, and 500 for company, plan and help forms. */
  minBusyMs?: number
  /** Left of the buttons. */
  extra?: ReactNode
  /** Words for an error of the whole form that the catalogue cannot say; null leaves it to the catalogue. */
  describeError?: (error: unknown) => string | null
  /** The fields: `({ field }) => field('name', kinds.text())`. */
  children: (edit: EditForm<S>) => ReactNode
}

/**
 * The dialog of a thing with up to six fields. Rules and texts come from the schema of the call that saves; Ctrl+Enter
 * saves, Esc and Cancel ask before unsaved text is lost, an error lands on its field, and what a colleague changed
 * meanwhile is shown.
 */
export function EditDialog<S extends FormSchema>({
  title,
  onClose,
  submitLabel,
  cancelLabel,
  savedText,
  columns = 1,
  minBusyMs = DIALOG_SUBMIT_MS,
  extra,
  describeError,
  children,
  ...options
}: EditDialogProps<S>) {
  const { t } = useTexts()
  const say = useVoice()
  const edit = useEditForm(options)
  // Drawn first: what a colleague changed is said by the kinds of the fields.
  const fields = children(edit)
  const close = async (): Promise<void> => {
    if (await edit.mayLeave()) onClose()
  }
  return (
    <FormDialog
      open
      title={title}
      form={edit.form}
      initialValues={edit.initial as object}
      onValuesChange={edit.noteChange}
      beforeSubmit={edit.lookAgain}
      columns={columns}
      extra={extra}
      unsaved={edit.dirty && submitLabel !== null ? t('kit.form.unsaved') : null}
      minBusyMs={minBusyMs}
      submitLabel={submitLabel === undefined ? t('common.save') : submitLabel}
      cancelLabel={cancelLabel ?? t('common.cancel')}
      describeError={error => (error === null ? null : (describeError?.(error) ?? errorText(t, error)))}
      onSubmit={async () => {
        await edit.submit()
        if (savedText !== '') say.success(savedText ?? t('kit.saved'))
        return onClose
      }}
      onClose={() => void close()}
    >
      <Restored edit={edit} />
      <TheirChanges edit={edit} />
      {fields}
    </FormDialog>
  )
}
