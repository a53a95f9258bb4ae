import { metaMayTake } from '@contract'
import { ConfigProvider, Modal } from 'antd'
import { FileText, Music, Paperclip, Video, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { IconButton, ToolbarButton } from '@/ui'
import styles from './forms.module.css'

const IMAGE = /\.(png|jpe?g|gif|webp|avif|bmp)$/i
const SOUND = /\.(mp3|ogg|oga|opus|m4a|wav|aac)$/i
const FILM = /\.(mp4|webm|mov|3gp|mkv)$/i

type Seen = 'picture' | 'sound' | 'film'

/** What the window can show of a file, by its name; null for documents and the rest. */
const seenAs = (name: string): Seen | null =>
  IMAGE.test(name) ? 'picture' : SOUND.test(name) ? 'sound' : FILM.test(name) ? 'film' : null

/** A picture in its size, a sound or a film to play, over the form. */
function FilePreview({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  const seen = seenAs(name)
  return (
    <Modal
      open
      centered
      destroyOnHidden
      footer={null}
      width={720}
      title={<bdi>{name}</bdi>}
      onCancel={onClose}
    >
      <div className={styles.preview}>
        {seen === 'picture' ? <img src={url} alt={name} /> : null}
        {/* biome-ignore lint/a11y/useMediaCaption: what people attach has no captions */}
        {seen === 'sound' ? <audio controls src={url} aria-label={name} /> : null}
        {/* biome-ignore lint/a11y/useMediaCaption: the same */}
        {seen === 'film' ? <video controls src={url} aria-label={name} /> : null}
      </div>
    </Modal>
  )
}

/** A file as a small picture or a sign of its kind. `url` null where it cannot be shown. */
export function FileThumb({ name, url }: { name: string; url: string | null }) {
  if (url && IMAGE.test(name)) return <img className={styles.thumb} src={url} alt="" draggable={false} />
  const Icon = SOUND.test(name) ? Music : FILM.test(name) ? Video : FileText
  return <Icon className={styles.fileIcon} size={20} strokeWidth={1.5} aria-hidden="true" />
}

export interface FileFieldProps {
  /** Given by the form: where its label leads. */
  id?: string
  /** Given by the form: a new file, null for none, undefined for the one the row has. */
  value?: File | null
  onChange?: (file: File | null) => void
  /** The file the row has; `url` null where it cannot be shown. */
  kept?: { name: string; url: string | null } | null
  /** Endings that can be chosen, as an input takes them; left out: any file. */
  accept?: readonly string[]
  /** Says which files fit, beside the button. */
  hint?: string
  /** Words of the button; default "Escolher arquivo". */
  chooseLabel?: string
  /** Words of the cross, with the file's name. */
  removeLabel?: (name: string) => string
  /** Which number the file leaves by, 'any' where that is not known yet: kinds it would refuse are said. */
  leavesBy?: number | 'any' | null
}

/** Whether one of these numbers would refuse a file; what is set up by identifiers is WhatsApp's Cloud API. */
export function useRefusedFile(
  leavesBy: FileFieldProps['leavesBy'],
): (file: { name: string; mime: string }) => boolean {
  const numbers = useWhatsapps()
  const asks = leavesBy !== undefined
  useEffect(() => {
    if (asks) void whatsappsDirectory.ensure()
  }, [asks])
  const byCloud = numbers.some(
    ({ id, capabilities }) =>
      (leavesBy === 'any' || leavesBy === id) && (capabilities?.includes('credentials') ?? false),
  )
  return file => byCloud && !metaMayTake(file)
}

/** One file of a form: chosen, seen, taken away again. What happens with it is decided when the form is saved. */
export function FileField({
  id,
  value,
  onChange,
  kept = null,
  accept,
  hint,
  chooseLabel,
  removeLabel,
  leavesBy,
}: FileFieldProps) {
  const { t, format } = useTexts()
  const disabled = ConfigProvider.useConfig().componentDisabled ?? false
  const refuses = useRefusedFile(leavesBy)
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [looking, setLooking] = useState(false)
  useEffect(() => {
    if (!value) {
      setPreview(null)
      return
    }
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])

  const shown = value
    ? { name: value.name, url: preview, size: format.size(value.size) }
    : value === undefined && kept
      ? { ...kept, size: '' }
      : null

  return (
    <>
      <div className={styles.file}>
        <input
          ref={input}
          id={id}
          hidden
          disabled={disabled}
          type="file"
          {...(accept ? { accept: accept.join(',') } : {})}
          onChange={event => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) onChange?.(chosen)
          }}
        />
        {shown ? (
          <>
            <FileThumb name={shown.name} url={shown.url} />
            {shown.url && seenAs(shown.name) ? (
              <button
                type="button"
                className={styles.fileOpen}
                title={shown.name}
                aria-label={t('kit.file.see', { name: shown.name })}
                onClick={() => setLooking(true)}
              >
                <bdi>{shown.name}</bdi>
              </button>
            ) : (
              <span className={styles.fileName} title={shown.name}>
                <bdi>{shown.name}</bdi>
              </span>
            )}
            {looking && shown.url ? (
              <FilePreview name={shown.name} url={shown.url} onClose={() => setLooking(false)} />
            ) : null}
            <span className={styles.fileHint}>{shown.size}</span>
            <IconButton
              icon={X}
              size="small"
              disabled={disabled}
              label={removeLabel ? removeLabel(shown.name) : t('kit.file.remove', { name: shown.name })}
              onClick={() => onChange?.(null)}
            />
          </>
        ) : (
          <>
            <ToolbarButton
              icon={Paperclip}
              disabled={disabled}
              label={chooseLabel ?? t('kit.file.choose')}
              onClick={() => input.current?.click()}
            />
            {hint ? <span className={styles.fileHint}>{hint}</span> : null}
          </>
        )}
      </div>
      {shown && refuses({ name: shown.name, mime: value?.type ?? '' }) ? (
        <span className={styles.problem} role="alert">
          {t('kit.file.refused')}
        </span>
      ) : null}
    </>
  )
}
