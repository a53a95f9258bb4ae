import type { Message } from '@contract'
import { Pause, Play } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { safeMediaUrl } from '../media'
import { useInnerTab } from '../row-focus'
import { nextRate, pause, play, positionOf, seek, useAudioDeck } from './audio-deck'
import { FileCard } from './file-card'
import styles from './media.module.css'

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

/** Play, seek, speed. */
export function AudioPlayer({ id, url, duration: told, tabIndex = 0 }: AudioPlayerProps) {
  const { t, language, format } = useTexts()
  const mine = useAudioDeck(deck => deck.current === id)
  const playing = useAudioDeck(deck => deck.current === id && deck.playing)
  const position = useAudioDeck(deck => (deck.current === id ? deck.position : null))
  const known = useAudioDeck(deck => (deck.current === id ? deck.duration : 0))
  const rate = usePreferences(state => state.audioRate)
  const duration = known || told
  const at = position ?? positionOf(id)
  const share = duration > 0 ? Math.min(1, at / duration) : 0
  const Icon = playing ? Pause : Play
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: STEP_S, ArrowLeft: -STEP_S }[event.key]
    if (!step || duration <= 0) return
    event.preventDefault()
    event.stopPropagation()
    seek(id, Math.min(duration, Math.max(0, at + step)))
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
      <div className={styles.track}>
        <input
          type="range"
          className={styles.seek}
          style={{ '--share': share } as CSSProperties}
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
        <span className={styles.clock}>
          {mine || at > 0 ? format.duration(at) : duration > 0 ? format.duration(duration) : '–:––'}
        </span>
      </div>
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
