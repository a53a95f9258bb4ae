import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ChordCheck, checkChord, chordOfPress } from '@/stores/key-bindings'
import type { KeyActionId } from '@/stores/key-map'
import { usePreferences } from '@/stores/preferences'

export interface CapturedChord {
  chord: string
  result: ChordCheck
}

/**
 * Listens for the next chord while `capturing`: a free one is handed over, any other is reported with its result. Esc, Tab
 * and a press elsewhere leave. Keys do nothing else meanwhile.
 */
export function useChordCapture({
  id,
  capturing,
  onFree,
  onLeave,
}: {
  id: KeyActionId
  capturing: boolean
  onFree: (chord: string) => void
  onLeave: () => void
}): { heard: CapturedChord | null; button: RefObject<HTMLButtonElement | null> } {
  const [heard, setHeard] = useState<CapturedChord | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef({ onFree, onLeave })
  useEffect(() => {
    latest.current = { onFree, onLeave }
  })
  useEffect(() => {
    if (!capturing) return
    setHeard(null)
    const keeps = (target: EventTarget | null): boolean =>
      target instanceof Element && target.closest('[data-keeps-capture]') !== null
    const onKeyDown = (event: KeyboardEvent): void => {
      // "Use it here" is reached with Tab and pressed with Enter or the space bar.
      if (event.key === 'Tab' || (keeps(event.target) && (event.key === 'Enter' || event.key === ' '))) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.key === 'Escape') {
        latest.current.onLeave()
        return
      }
      const chord = chordOfPress(event)
      if (chord === null) return
      const result = checkChord(id, chord, usePreferences.getState().keys)
      if (result.kind === 'free') latest.current.onFree(chord)
      else setHeard({ chord, result })
    }
    const onPointerDown = (event: PointerEvent): void => {
      if (!keeps(event.target) && event.target instanceof Node && !button.current?.contains(event.target))
        latest.current.onLeave()
    }
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('pointerdown', onPointerDown, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('pointerdown', onPointerDown, true)
    }
  }, [id, capturing])
  return { heard: capturing ? heard : null, button }
}
