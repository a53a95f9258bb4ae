import { Upload } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { droppedFiles, looks } from '@/ui'
import styles from './drop-zone.module.css'

interface DropZoneProps {
  /** The composer; the zone covers the pane it stands in. */
  around: RefObject<HTMLElement | null>
  name: string
  onFiles: (files: File[]) => void
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Whether a dialog has the screen: what is dropped on it is not for the conversation behind it. */
const covered = (): boolean =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true]')].some(
    dialog => dialog.getClientRects().length > 0,
  )

/** Files dropped anywhere on the window go to the open conversation; the zone over it says to whom. */
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
    const ours = (event: DragEvent): boolean => carriesFiles(event) && !event.defaultPrevented && !covered()
    const onEnter = (event: DragEvent): void => {
      if (!ours(event)) return
      event.preventDefault()
      depth += 1
      setBox(pane.getBoundingClientRect())
    }
    const onOver = (event: DragEvent): void => {
      if (!ours(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const onLeave = (event: DragEvent): void => {
      if (!carriesFiles(event)) return
      depth -= 1
      if (depth <= 0) leave()
    }
    const onDrop = (event: DragEvent): void => {
      const taken = ours(event)
      leave()
      if (!taken) return
      event.preventDefault()
      if (!event.dataTransfer) return
      const { files, folders } = droppedFiles(event.dataTransfer)
      if (folders) toasts.warning(t('composer.noFolders'))
      if (files.length > 0) onFiles(files)
    }
    // On the document: the window's own guard comes after, and refuses what nobody took.
    document.addEventListener('dragenter', onEnter)
    document.addEventListener('dragover', onOver)
    document.addEventListener('dragleave', onLeave)
    document.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('dragenter', onEnter)
      document.removeEventListener('dragover', onOver)
      document.removeEventListener('dragleave', onLeave)
      document.removeEventListener('drop', onDrop)
    }
  }, [around, onFiles, t])
  if (!box) return null
  const { left, top, width, height } = box
  return createPortal(
    <div className={styles.zone} style={{ left, top, width, height }}>
      <span className={styles.inner}>
        <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
        <span>
          {t('composer.dropFor')} <bdi className={looks.strong}>{name}</bdi>
        </span>
      </span>
    </div>,
    document.body,
  )
}
