import {
  type GapProblem,
  gapRoom,
  type MessageTemplate,
  TEMPLATE_FILES,
  type TemplateGap,
  templateGaps,
  templateMedia,
} from '@contract'
import { Button, Form, Input } from 'antd'
import { Paperclip } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTexts } from '@/i18n'
import { counted } from '@/ui'
import styles from './template-dialog.module.css'
import type { Filling } from './use-filling'

/** Id of the field of a gap within its form. */
export const fieldId = (form: string, key: string): string => `${form}-${key}`

function useLabel(template: MessageTemplate): (gap: TemplateGap) => string {
  const { t } = useTexts()
  return ({ key, part, name }) => {
    const shown = /^\d+$/.test(name) ? `{{${name}}}` : name.replaceAll('_', ' ')
    if (part === 'header') return t('templates.headerGap', { name: shown })
    if (part === 'body') return t('templates.gap', { name: shown })
    const copies = template.buttons[Number(key.slice('button:'.length))]?.kind === 'copy'
    return t(copies ? 'templates.codeGap' : 'templates.urlGap', { name })
  }
}

/** The file above a template. */
function FileField({
  template,
  filling,
  form,
}: {
  template: MessageTemplate
  filling: Filling
  form: string
}) {
  const { t, format } = useTexts()
  const picker = useRef<HTMLInputElement>(null)
  const words = useId()
  const kind = templateMedia(template)
  if (!kind) return null
  const { mimes, most } = TEMPLATE_FILES[kind]
  const { file, shownFile } = filling
  const problem =
    shownFile && t(`templates.${shownFile}`, shownFile === 'fileTooLarge' ? { limit: format.size(most) } : {})
  return (
    <Form.Item
      label={t(`templates.file.${kind}`)}
      validateStatus={problem ? 'error' : ''}
      help={problem ? <span id={words}>{problem}</span> : undefined}
      required
    >
      <span className={styles.file}>
        <Button
          id={fieldId(form, 'header')}
          icon={<Paperclip size={16} strokeWidth={1.75} aria-hidden="true" />}
          aria-describedby={problem ? words : undefined}
          onClick={() => picker.current?.click()}
        >
          {t(file ? 'templates.changeFile' : 'templates.chooseFile')}
        </Button>
        {file ? (
          <span className={styles.fileName}>
            {file.name} · {format.size(file.size)}
          </span>
        ) : null}
        <input
          ref={picker}
          type="file"
          className={styles.picker}
          hidden
          tabIndex={-1}
          aria-hidden="true"
          accept={mimes.join(',')}
          data-testid="template-file"
          onChange={event => {
            filling.setFile(event.target.files?.[0] ?? filling.file)
            event.target.value = ''
          }}
        />
      </span>
    </Form.Item>
  )
}

/** One field for each gap of a template, with what is wrong below it. */
export function TemplateForm({
  template,
  filling,
  form,
}: {
  template: MessageTemplate
  filling: Filling
  /** Makes the ids of its fields. */
  form: string
}) {
  const { t, format } = useTexts()
  const label = useLabel(template)
  const words = (problem: GapProblem, room: number): string =>
    problem === 'tooLong' && room > 0
      ? t('common.tooLong', { max: format.number(room) })
      : t(`templates.${problem}`)
  const gaps = templateGaps(template)
  if (gaps.length === 0 && !templateMedia(template)) return null
  return (
    <Form layout="vertical" component="div" className={styles.form ?? ''}>
      <FileField template={template} filling={filling} form={form} />
      {gaps.map(gap => {
        const value = filling.values[gap.key] ?? ''
        const room = gapRoom(template, filling.values, gap)
        const problem = value.trim().length > room ? 'tooLong' : filling.shown[gap.key]
        const id = fieldId(form, gap.key)
        return (
          <Form.Item
            key={gap.key}
            label={label(gap)}
            htmlFor={id}
            validateStatus={problem ? 'error' : ''}
            help={problem ? <span id={`${id}-problem`}>{words(problem, room)}</span> : undefined}
            required
          >
            <Input
              id={id}
              value={value}
              count={counted(room)}
              autoComplete="off"
              aria-required
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              placeholder={gap.example === '' ? '' : t('templates.example', { example: gap.example })}
              onChange={event => filling.setValue(gap.key, event.target.value)}
              onBlur={() => filling.leave(gap.key)}
            />
          </Form.Item>
        )
      })}
    </Form>
  )
}
