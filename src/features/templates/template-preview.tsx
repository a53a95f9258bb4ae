import { fillTemplate, type MessageTemplate, type TemplateValues, templateMedia } from '@contract'
import { FileText, Image, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MessageButtons, MessageText, PhoneBubble } from '@/features/thread'
import { useTexts } from '@/i18n'
import { cx, looks } from '@/ui'
import styles from './template-preview.module.css'

const ICONS = { image: Image, video: Video, document: FileText } as const

/** An address of a picture that was chosen, for as long as it is shown; null for anything else. */
function usePicture(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** A template as the customer's phone will show it, with what is filled in so far. */
export function TemplatePreview({
  template,
  values,
  file,
}: {
  template: MessageTemplate
  values: TemplateValues
  file: File | null
}) {
  const { t } = useTexts()
  const picture = usePicture(file)
  const { header, body, footer, buttons } = fillTemplate(template, values)
  const media = templateMedia(template)
  const Icon = media ? ICONS[media] : null
  return (
    <PhoneBubble label={t('templates.preview')} testId="template-preview">
      {media && Icon ? (
        <div className={cx(styles.media, media === 'document' && styles.document)}>
          {picture ? (
            <img src={picture} alt="" className={styles.picture} />
          ) : (
            <>
              <Icon size={media === 'document' ? 18 : 28} strokeWidth={1.5} aria-hidden="true" />
              <span className={styles.fileName}>{file?.name ?? t(`templates.media.${media}`)}</span>
            </>
          )}
        </div>
      ) : null}
      {header === '' ? null : <strong className={looks.strong}>{header}</strong>}
      <MessageText text={body} />
      {footer === '' ? null : <span className={looks.smallLines}>{footer}</span>}
      <MessageButtons buttons={buttons} />
    </PhoneBubble>
  )
}
