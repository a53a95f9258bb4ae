import { type AudioInput, LOCAL_ATTACHMENTS_PATH, SOUND_NAMES } from '@contract'
import { Button } from 'antd'
import { Mic, MicOff, Play, RefreshCw, Square } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { localFiles } from '@/api'
import { useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import {
  controlRecording,
  openMicrophoneSettings,
  recordingDevices,
  startRecorder,
  startRecording,
  useRecorder,
  useRecorderLevel,
} from '@/stores/recorder'
import { playSound } from '@/stores/sounds'
import { IconButton, looks, Select } from '@/ui'
import { Group, Line, Notice } from './parts'
import styles from './sections.module.css'
import { VolumeLine } from './volume-line'

const SYSTEM = ''

/** Which microphone: the system's choice, or one by name. */
function Device() {
  const { t } = useTexts()
  const chosen = usePreferences(state => state.microphone)
  const phase = useRecorder(state => state.phase)
  const [devices, setDevices] = useState<AudioInput[] | null>(null)
  const [looking, setLooking] = useState(false)
  const look = useCallback(async (): Promise<void> => {
    setLooking(true)
    const answer = await recordingDevices()
    setLooking(false)
    if (answer.ok) setDevices(answer.value.filter(device => device.deviceId !== 'default'))
  }, [])
  useEffect(() => void look(), [look])
  // Names are known once the microphone was allowed: a test brings them.
  useEffect(() => {
    if (phase === 'recording') void look()
  }, [phase, look])
  const missing = chosen !== null && devices !== null && !devices.some(device => device.deviceId === chosen)
  return (
    <Line label={t('settings.audio.device')} hint={missing ? t('settings.audio.missingHint') : undefined}>
      {({ labelId }) => (
        <>
          <Select
            className={styles.wideField}
            aria-labelledby={labelId}
            value={chosen ?? SYSTEM}
            loading={looking}
            options={[
              { value: SYSTEM, label: t('settings.audio.systemDevice') },
              ...(devices ?? []).map(({ deviceId, label }, at) => ({
                value: deviceId,
                label: label || t('settings.audio.unnamed', { number: at + 1 }),
              })),
              ...(missing || (chosen !== null && devices === null)
                ? [{ value: chosen, label: t('settings.audio.missing') }]
                : []),
            ]}
            onChange={(value: string) => void setPreferences({ microphone: value === SYSTEM ? null : value })}
          />
          <IconButton
            icon={RefreshCw}
            label={t('settings.audio.refresh')}
            disabled={looking}
            onClick={() => void look()}
          />
        </>
      )}
    </Line>
  )
}

/** The level while one speaks; drawn by width, because it changes some 19 times a second. */
function Level() {
  const { t, format } = useTexts()
  const level = useRecorderLevel(state => state.level)
  const seconds = useRecorderLevel(state => Math.floor(state.elapsedMs / 1_000))
  // Loudness is heard by ratio: the root brings quiet speech into sight.
  const percent = Math.min(100, Math.round(Math.sqrt(level) * 100))
  return (
    <span className={styles.meterRow}>
      <meter
        className={styles.meter}
        min={0}
        max={100}
        value={percent}
        aria-label={t('settings.audio.level')}
      />
      <span className={styles.percent}>{format.duration(seconds)}</span>
    </span>
  )
}

/** Speak, stop, listen. Nothing leaves the computer; the recording goes with the screen. */
function MicrophoneTest() {
  const { t } = useTexts()
  const { phase, takeId, ticketId, failure, testRecording, hasSystemSettings } = useRecorder()
  const volume = usePreferences(state => state.volume)
  const [tested, setTested] = useState(false)
  const mine = ticketId === null
  const busy = !mine && (phase === 'recording' || phase === 'paused' || phase === 'starting')

  useEffect(
    () => () => {
      const state = useRecorder.getState()
      if (state.ticketId === null && state.takeId !== null) void controlRecording('cancel', state.takeId)
      if (state.testRecording) localFiles.drop(state.testRecording.id)
    },
    [],
  )
  const begin = async (): Promise<void> => {
    setTested(true)
    if (testRecording) localFiles.drop(testRecording.id)
    await startRecording(null)
  }

  if (busy) return <p className={looks.quiet}>{t('settings.audio.busy')}</p>
  if (mine && phase === 'recording' && takeId) {
    return (
      <div className={styles.test}>
        <Level />
        <Button
          type="primary"
          icon={<Square size={14} aria-hidden="true" />}
          onClick={() => void controlRecording('stop', takeId)}
        >
          {t('settings.audio.stop')}
        </Button>
      </div>
    )
  }
  if (mine && (phase === 'starting' || phase === 'stopping')) {
    return (
      <p className={looks.quiet} role="status">
        {t(phase === 'starting' ? 'settings.audio.starting' : 'settings.audio.stopping')}
      </p>
    )
  }
  return (
    <div className={styles.test}>
      {mine && phase === 'failed' ? (
        <Notice
          tone="warning"
          icon={<MicOff size={20} strokeWidth={1.5} aria-hidden="true" />}
          action={
            failure === 'denied' && hasSystemSettings ? (
              <Button onClick={() => void openMicrophoneSettings()}>{t('settings.audio.allow')}</Button>
            ) : null
          }
        >
          {t(`settings.audio.failure.${failure ?? 'broken'}`)}
        </Notice>
      ) : null}
      {testRecording ? (
        <audio
          className={styles.player}
          controls
          aria-label={t('settings.audio.heard')}
          src={`${LOCAL_ATTACHMENTS_PATH}/${testRecording.id}`}
          ref={element => {
            if (element) element.volume = volume
          }}
        >
          <track kind="captions" />
        </audio>
      ) : tested && phase === 'idle' ? (
        <p className={looks.quiet} role="status">
          {t('settings.audio.tooShort')}
        </p>
      ) : null}
      <Button icon={<Mic size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={() => void begin()}>
        {t(testRecording || phase === 'failed' ? 'settings.audio.again' : 'settings.audio.start')}
      </Button>
    </div>
  )
}

/** Microphone and loudspeaker. */
export function AudioSection() {
  const { t } = useTexts()
  const volume = usePreferences(state => state.volume)
  const [started, setStarted] = useState(false)
  useEffect(() => {
    startRecorder()
    setStarted(true)
  }, [])
  if (!started) return null
  return (
    <>
      <Group title={t('settings.audio.microphone')}>
        <Device />
        <Line label={t('settings.audio.test')} hint={t('settings.audio.testHint')} stacked>
          {() => <MicrophoneTest />}
        </Line>
      </Group>
      <Group title={t('settings.audio.speaker')}>
        <VolumeLine label={t('settings.notifications.volume')} hint={t('settings.audio.speakerHint')} />
        <Line label={t('settings.audio.play')}>
          {() => (
            <span className={looks.wrap8}>
              {SOUND_NAMES.map(name => (
                <Button
                  key={name}
                  icon={<Play size={14} aria-hidden="true" />}
                  onClick={() => void playSound(name, volume)}
                >
                  {t(`settings.notifications.sound.${name}`)}
                </Button>
              ))}
            </span>
          )}
        </Line>
      </Group>
    </>
  )
}
