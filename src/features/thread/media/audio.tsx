import type { Message } from '@contract'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useMemo } from 'react'
import { useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { safeMediaUrl } from '../media'
import { useInnerTab } from '../row-focus'
import { nextRate, pause, play, seek, useAudioDeck } from './audio-deck'
import { FileCard } from './file-card'
import styles from './media.module.css'
import { BARS, useWaveform } from './waveform'

/** Height of the drawn waveform and distance of its bars, in its own units. */
const HEIGHT = 28
const PITCH = 4
const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0)

/** One upright stroke for each bar, standing on the middle line; silence is a dot. */
const strokes = (peaks: readonly number[]): string =>
  peaks
    .map((peak, at) => {
      const half = Math.max(0.01, (peak * (HEIGHT - 4)) / 2)
      return `M${at * PITCH + PITCH / 2} ${(HEIGHT / 2 - half).toFixed(2)}v${(half * 2).toFixed(2)}`
    })
    .join('')

/** Seconds an arrow key moves. */
const STEP_S = 5

/** A voice message of the conversation. */
export function AudioMedia({ message }: { message: Message }) {
  const tabIndex = useInnerTab()
  const failed = useAudioDeck(deck => deck.current === message.id && deck.failed)
  const url = safeMediaUrl(message.mediaUrl)
  if (!url || failed) return <FileCard message={message} />
  return <AudioPlayer id={message.id} url={url} duration={message.mediaDuration ?? 0} tabIndex={tabIndex} />
}

export interface AudioPlayerProps {
  /** Of the message, or of the file while it is not sent: one player sounds at a time. */
  id: string
  url: string
  /** Seconds, as far as known before it is loaded. */
  duration: number
  tabIndex?: number
}

/** Play, the waveform to see and seek on, speed. */
export function AudioPlayer({ id, url, duration: stated, tabIndex = 0 }: AudioPlayerProps) {
  const { t, language, format } = useTexts()
  const mine = useAudioDeck(deck => deck.current === id)
  const playing = useAudioDeck(deck => deck.current === id && deck.playing)
  const position = useAudioDeck(deck => (deck.current === id ? deck.position : null))
  const left = useAudioDeck(deck => deck.left[id] ?? 0)
  const known = useAudioDeck(deck => (deck.current === id ? deck.duration : 0))
  const rate = usePreferences(state => state.audioRate)
  const waveform = useWaveform(id, url)
  const duration = known || stated || waveform?.duration || 0
  const drawn = useMemo(() => strokes(waveform?.peaks ?? FLAT), [waveform])
  const at = position ?? left
  const share = duration > 0 ? Math.min(1, at / duration) : 0
  const Icon = playing ? Pause : Play
  const onKeyDown = (event: KeyboardEvent): void => {
    if (duration <= 0) return
    const to = {
      ArrowRight: at + STEP_S,
      ArrowLeft: at - STEP_S,
      PageUp: at + duration / 10,
      PageDown: at - duration / 10,
      Home: 0,
      End: duration,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    seek(id, Math.min(duration, Math.max(0, to)))
  }
  const shownRate = new Intl.NumberFormat(language).format(rate)
  return (
    <div className={styles.audio}>
      <button
        type="button"
        className={styles.play}
        tabIndex={tabIndex}
        aria-label={
          playing ? t('thread.pauseAudio') : t('thread.playAudio', { time: format.duration(duration) })
        }
        onClick={() => (playing ? pause() : play({ id: id, url }))}
      >
        <Icon size={20} strokeWidth={1.75} fill="currentColor" aria-hidden="true" />
      </button>
      <span className={styles.wave} style={{ '--share': share } as CSSProperties}>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${BARS * PITCH} ${HEIGHT}`}
          preserveAspectRatio="none"
          data-measured={waveform ? '' : undefined}
          aria-hidden="true"
        >
          <path d={drawn} />
        </svg>
        <svg
          className={styles.heard}
          viewBox={`0 0 ${BARS * PITCH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={drawn} />
        </svg>
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={Math.max(duration, 0.01)}
          step={0.1}
          value={Math.min(at, Math.max(duration, 0.01))}
          disabled={duration <= 0}
          tabIndex={tabIndex}
          aria-label={t('thread.seekAudio')}
          aria-valuetext={t('thread.audioAt', { at: format.duration(at), of: format.duration(duration) })}
          onKeyDown={onKeyDown}
          onChange={event => seek(id, event.target.valueAsNumber)}
        />
      </span>
      <span className={styles.clock}>
        {mine || at > 0 ? format.duration(at) : duration > 0 ? format.duration(duration) : '–:––'}
      </span>
      <button
        type="button"
        className={styles.rate}
        tabIndex={tabIndex}
        aria-label={t('thread.audioRate', { rate: shownRate })}
        onClick={nextRate}
      >
        {shownRate}×
      </button>
    </div>
  )
}
