import { RECORDING_MAX_MS, RECORDING_WARN_MS } from '@contract'
import { Button } from 'antd'
import { Mic, MicOff, Pause, SendHorizontal, Square, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { stopAudio } from '@/features/thread'
import { useTexts } from '@/i18n'
import { useKeyActions } from '@/stores/key-actions'
import { useKeys } from '@/stores/key-bindings'
import {
  controlRecording,
  openMicrophoneSettings,
  startRecording,
  useRecorder,
  useRecorderLevel,
} from '@/stores/recorder'
import { announce, cx, IconButton, VisuallyHidden } from '@/ui'
import { LevelTrace } from './level-trace'
import styles from './recorder.module.css'
import { showRecording, stopAndSend } from './recordings'
import { hear, newHearing } from './trace'

/** Why there is no recording, and what can be done about it. */
function RecorderFailure({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const { t } = useTexts()
  const failure = useRecorder(state => state.failure) ?? 'broken'
  const settings = useRecorder(state => state.hasSystemSettings)
  return (
    <div className={styles.failure} role="alert" data-testid="recorder-failure">
      <MicOff className={styles.failureIcon} size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.words}>{t(`recorder.failure.${failure}`)}</span>
      {failure === 'denied' && settings ? (
        <Button size="small" onClick={() => void openMicrophoneSettings()}>
          {t('recorder.openSettings')}
        </Button>
      ) : null}
      <Button size="small" type="primary" onClick={() => void startRecording(ticketId)}>
        {t('recorder.again')}
      </Button>
      <IconButton icon={X} label={t('recorder.close')} keys="Esc" tipPlacement="top" onClick={onClose} />
    </div>
  )
}

export interface RecorderBarProps {
  ticketId: number
  /** Customer it is spoken to. */
  name: string
  /** Called when the bar goes away while the ticket is still on screen. */
  onGone: () => void
}

const isModalOpen = (): boolean =>
  document.querySelector('[role=dialog][aria-modal=true], .ant-modal-wrap:not([style*="display: none"])') !==
  null

/** How long one has spoken, and near the end how long one still may. */
function Clock() {
  const { t, format } = useTexts()
  const seconds = useRecorderLevel(level => Math.floor(level.elapsedMs / 1_000))
  const left = Math.ceil(RECORDING_MAX_MS / 1_000) - seconds
  const warn = left * 1_000 <= RECORDING_WARN_MS
  useEffect(() => {
    if (warn) announce(t('recorder.nearLimit', { count: Math.round(RECORDING_WARN_MS / 1_000) }))
  }, [warn, t])
  return (
    <span className={cx(styles.clock, warn && styles.warn)} data-testid="recorder-clock">
      <span
        role="timer"
        aria-live="off"
        aria-label={t('recorder.elapsed', { time: format.duration(seconds) })}
      >
        {format.duration(seconds)}
      </span>
      {warn ? (
        <span className={styles.left}>{t('recorder.left', { time: format.duration(left) })}</span>
      ) : null}
    </span>
  )
}

/** Whether the take under way hears nothing, said once to those who do not see it. */
function useSilence(takeId: string | null): boolean {
  const { t } = useTexts()
  const [silent, setSilent] = useState(false)
  useEffect(() => {
    let hearing = newHearing
    setSilent(false)
    if (takeId === null) return
    return useRecorderLevel.subscribe(level => {
      hearing = hear(hearing, level)
      setSilent(hearing.silent)
    })
  }, [takeId])
  useEffect(() => {
    if (silent) announce(t('recorder.nothingHeard'))
  }, [silent, t])
  return silent
}

/** In place of the text field while one speaks: level, time, pause; listen first, send, or throw away (Esc). */
export function RecorderBar({ ticketId, name, onGone }: RecorderBarProps) {
  const { t } = useTexts()
  const recordKeys = useKeys('record')
  const phase = useRecorder(state => state.phase)
  const takeId = useRecorder(state => state.takeId)
  const stopButton = useRef<HTMLButtonElement>(null)
  const gone = useRef(onGone)
  useEffect(() => {
    gone.current = onGone
  })
  const silent = useSilence(takeId)
  const listening = phase === 'recording' || phase === 'paused'
  const command = (what: 'pause' | 'resume' | 'stop' | 'cancel'): void => {
    if (takeId !== null) void controlRecording(what, takeId)
  }

  useEffect(() => {
    const leave = showRecording(ticketId)
    // A voice of the thread that plays on would be recorded too.
    stopAudio()
    return () => {
      leave()
      gone.current()
    }
  }, [ticketId])

  useEffect(() => {
    if (phase === 'recording') {
      announce(t('recorder.recordingNow'))
      stopButton.current?.focus()
    } else if (phase === 'paused') announce(t('recorder.paused'))
  }, [phase, t])

  // Wherever the focus is by now: Esc throws away what is being spoken, and nothing else.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || takeId === null || isModalOpen()) return
      event.preventDefault()
      event.stopPropagation()
      void controlRecording('cancel', takeId)
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [takeId])

  useKeyActions('recorder', { record: listening ? () => command('stop') : null })

  if (phase === 'failed') return <RecorderFailure ticketId={ticketId} onClose={() => command('cancel')} />
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={name ? t('recorder.barFor', { name }) : t('recorder.bar')}
      data-testid="recorder-bar"
      data-phase={phase}
    >
      <IconButton
        icon={Trash2}
        label={t('recorder.discard')}
        keys="Esc"
        tipPlacement="top"
        tone="danger"
        disabled={phase === 'stopping'}
        onClick={() => command('cancel')}
      />
      {phase === 'starting' || phase === 'stopping' ? (
        <span className={styles.wait} role="status">
          {phase === 'starting' ? t('recorder.starting') : t('recorder.stopping')}
        </span>
      ) : (
        <>
          <span className={cx(styles.dot, phase === 'paused' && styles.still)} aria-hidden="true" />
          <Clock />
          {silent ? (
            <span className={styles.silent} data-testid="recorder-silent">
              {t('recorder.nothingHeard')}
            </span>
          ) : (
            <LevelTrace />
          )}
          {phase === 'paused' ? <span className={styles.wait}>{t('recorder.paused')}</span> : null}
        </>
      )}
      <VisuallyHidden>{t('recorder.hint')}</VisuallyHidden>
      <IconButton
        icon={phase === 'paused' ? Mic : Pause}
        label={phase === 'paused' ? t('recorder.resume') : t('recorder.pause')}
        tipPlacement="top"
        disabled={!listening}
        onClick={() => command(phase === 'paused' ? 'resume' : 'pause')}
      />
      <IconButton
        ref={stopButton}
        icon={Square}
        label={t('recorder.review')}
        keys={recordKeys}
        tipPlacement="top"
        disabled={!listening}
        onClick={() => command('stop')}
      />
      <IconButton
        icon={SendHorizontal}
        label={t('recorder.send')}
        tipPlacement="top"
        tone="accent"
        className={styles.send}
        disabled={!listening}
        onClick={() => takeId !== null && stopAndSend(takeId)}
      />
    </div>
  )
}
