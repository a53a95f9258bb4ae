import { captionOf, type Message } from '@contract'
import { ChevronDown, ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '@/i18n'
import { IconButton } from '@/ui'
import styles from './image-viewer.module.css'
import { fileName, mediaKind, safeMediaUrl } from './media'
import { downloadFile } from './media/use-file'
import type { MenuAnchor } from './thread-context'

interface ImageViewerProps {
  /** Pictures and videos of the thread in order of time. */
  images: readonly Message[]
  startId: string
  /** Opens the menu of the one that is shown, in place of the viewer. */
  onMenu?: (message: Message, anchor: MenuAnchor) => void
  onClose: () => void
}

const ZOOM = { min: 1, max: 6, step: 1.35 } as const

interface View {
  zoom: number
  x: number
  y: number
}

const FITTED: View = { zoom: 1, x: 0, y: 0 }

/** Zooms around the middle; back at the fitted size the picture is centred again. */
function zoomed(view: View, factor: number): View {
  const zoom = Math.min(ZOOM.max, Math.max(ZOOM.min, view.zoom * factor))
  const share = zoom / view.zoom
  return zoom === ZOOM.min ? FITTED : { zoom, x: view.x * share, y: view.y * share }
}

/** Pictures and videos of the thread, one at a time: zoom, move, next, download; the keyboard does all of it. */
export function ImageViewer({ images, startId, onMenu, onClose }: ImageViewerProps) {
  const { t, format } = useTexts()
  const [id, setId] = useState(startId)
  const [view, setView] = useState(FITTED)
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; y: number } | null>(null)
  const index = Math.max(
    0,
    images.findIndex(image => image.id === id),
  )
  const image = images[index]

  // Before what takes its place looks where the keyboard was.
  useLayoutEffect(() => {
    const back = document.activeElement
    box.current?.focus()
    return () => {
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [])

  const step = useCallback(
    (by: number) => {
      const next = images[index + by]
      if (!next) return
      setId(next.id)
      setView(FITTED)
    },
    [images, index],
  )

  // The wheel must not scroll what lies behind; React's own wheel listeners are passive.
  useEffect(() => {
    const element = box.current
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      setView(v => zoomed(v, event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [])

  const url = image ? safeMediaUrl(image.mediaUrl) : null
  if (!image || !url) return null

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    const keys: Record<string, () => void> = {
      escape: onClose,
      arrowleft: () => step(-1),
      arrowright: () => step(1),
      '+': () => setView(v => zoomed(v, ZOOM.step)),
      '=': () => setView(v => zoomed(v, ZOOM.step)),
      '-': () => setView(v => zoomed(v, 1 / ZOOM.step)),
      '0': () => setView(FITTED),
    }
    const run = keys[event.key.toLowerCase()]
    if (run) {
      event.preventDefault()
      run()
    } else if (event.key === 'Tab') {
      const controls = [...(box.current?.querySelectorAll<HTMLElement>('button:not(:disabled), video') ?? [])]
      const at = controls.indexOf(document.activeElement as HTMLElement)
      event.preventDefault()
      controls[(at + (event.shiftKey ? -1 : 1) + controls.length) % controls.length]?.focus()
    }
  }
  const onPointerDown = (event: PointerEvent<HTMLImageElement>): void => {
    if (view.zoom === ZOOM.min) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX - view.x, y: event.clientY - view.y }
  }
  const onPointerMove = (event: PointerEvent): void => {
    const from = drag.current
    if (from) setView(v => ({ ...v, x: event.clientX - from.x, y: event.clientY - from.y }))
  }
  const caption = captionOf(image)
  const isPicture = mediaKind(image) === 'image'
  return createPortal(
    <div
      ref={box}
      className={styles.viewer}
      role="dialog"
      aria-modal="true"
      aria-label={t('thread.viewer', { name: fileName(image) })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <span className={styles.name}>
          <bdi>{fileName(image)}</bdi>
          <span className={styles.stamp}>{format.exact(image.createdAt)}</span>
        </span>
        <span className={styles.count}>{images.length > 1 ? `${index + 1} / ${images.length}` : ''}</span>
        <IconButton
          icon={ZoomOut}
          label={t('thread.zoomOut')}
          keys="-"
          disabled={!isPicture || view.zoom <= ZOOM.min}
          onClick={() => setView(v => zoomed(v, 1 / ZOOM.step))}
        />
        <IconButton
          icon={ZoomIn}
          label={t('thread.zoomIn')}
          keys="+"
          disabled={!isPicture || view.zoom >= ZOOM.max}
          onClick={() => setView(v => zoomed(v, ZOOM.step))}
        />
        <IconButton icon={Download} label={t('common.download')} onClick={() => downloadFile(image)} />
        {onMenu ? (
          <IconButton
            icon={ChevronDown}
            label={t('thread.moreActions')}
            aria-haspopup="menu"
            onClick={event => {
              const { right, bottom } = event.currentTarget.getBoundingClientRect()
              onMenu(image, { x: right, y: bottom + 4, fromRight: true, focusFirst: event.detail === 0 })
            }}
          />
        ) : null}
        <IconButton icon={X} label={t('common.close')} keys="Esc" onClick={onClose} />
      </div>
      <div className={styles.stage}>
        {isPicture ? (
          <img
            className={styles.image}
            src={url}
            alt={caption || fileName(image)}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
            onDoubleClick={() => setView(v => (v.zoom > ZOOM.min ? FITTED : zoomed(v, 2.5)))}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              drag.current = null
            }}
          />
        ) : (
          <video key={image.id} className={styles.image} src={url} controls autoPlay playsInline>
            <track kind="captions" />
          </video>
        )}
        {index > 0 ? (
          <span className={styles.previous}>
            <IconButton icon={ChevronLeft} label={t('thread.previousImage')} onClick={() => step(-1)} />
          </span>
        ) : null}
        {index < images.length - 1 ? (
          <span className={styles.next}>
            <IconButton icon={ChevronRight} label={t('thread.nextImage')} onClick={() => step(1)} />
          </span>
        ) : null}
      </div>
      {caption ? <bdi className={styles.caption}>{caption}</bdi> : null}
    </div>,
    document.body,
  )
}
