import { useEffect, useRef } from 'react'
import { useRecorderLevel } from '@/stores/recorder'
import styles from './recorder.module.css'
import { barHeight, barsFor, STEP_PX, WIDTH_PX } from './trace'

/** What was heard in the last seconds, newest at the right; drawn without a render. */
export function LevelTrace() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const area = canvas.current
    const paper = area?.getContext('2d')
    if (!area || !paper) return
    const levelHistory: number[] = []
    const draw = (): void => {
      const scale = window.devicePixelRatio || 1
      const width = area.clientWidth
      const height = area.clientHeight
      if (area.width !== Math.round(width * scale) || area.height !== Math.round(height * scale)) {
        area.width = Math.round(width * scale)
        area.height = Math.round(height * scale)
      }
      paper.setTransform(scale, 0, 0, scale, 0, 0)
      paper.clearRect(0, 0, width, height)
      paper.fillStyle = getComputedStyle(area).color
      levelHistory.splice(0, levelHistory.length - barsFor(width))
      levelHistory.forEach((level, index) => {
        const tall = barHeight(level, height)
        const x = width - (levelHistory.length - index) * STEP_PX
        paper.fillRect(x, (height - tall) / 2, WIDTH_PX, tall)
      })
    }
    // Every drawing looks at the size anew, so a window that is resized needs no observer.
    return useRecorderLevel.subscribe((now, before) => {
      if (now.elapsedMs === 0 || now.elapsedMs === before.elapsedMs) return
      levelHistory.push(now.level)
      draw()
    })
  }, [])
  return (
    <div className={styles.trace} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
