import { Upload } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '@/i18n'
import styles from './drop-zone.module.css'

interface DropZoneProps {
  /** The composer; the zone covers the pane it stands in. */
  around: RefObject<HTMLElement | null>
  name: string
  onFiles: (files: File[]) => void
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Files dropped anywhere on the conversation; the zone says to whom they would go. */
export function DropZone({ around, name, onFiles }: DropZoneProps) {
  const { t } = useTexts()
  const [box, setBox] = useState<DOMRect | null>(null)
  useEffect(() => {
    const pane = around.current?.parentElement
    if (!pane) return
    let depth = 0
    const leave = (): void => {
      depth = 0
      setBox(null)
    }
    const onEnter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth += 1
      setBox(pane.getBoundingClientRect())
    }
    const onOver = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const onLeave = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      depth -= 1
      if (depth <= 0) leave()
    }
    const onDrop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      leave()
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    // A file dropped beside the zone must not replace the page.
    const beside = (event: DragEvent): void => {
      if (carriesFiles(event)) event.preventDefault()
    }
    pane.addEventListener('dragenter', onEnter)
    pane.addEventListener('dragover', onOver)
    pane.addEventListener('dragleave', onLeave)
    pane.addEventListener('drop', onDrop)
    window.addEventListener('dragover', beside)
    window.addEventListener('drop', beside)
    return () => {
      pane.removeEventListener('dragenter', onEnter)
      pane.removeEventListener('dragover', onOver)
      pane.removeEventListener('dragleave', onLeave)
      pane.removeEventListener('drop', onDrop)
      window.removeEventListener('dragover', beside)
      window.removeEventListener('drop', beside)
    }
  }, [around, onFiles])
  if (!box) return null
  const { left, top, width, height } = box
  return createPortal(
    <div className={styles.zone} style={{ left, top, width, height }}>
      <span className={styles.inner}>
        <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
        <span>
          {t('composer.dropFor')} <bdi className={styles.name}>{name}</bdi>
        </span>
      </span>
    </div>,
    document.body,
  )
}
