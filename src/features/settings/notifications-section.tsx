import {
  NOTICE_KINDS,
  type NoticeKind,
  REMINDER_MINUTES,
  SNOOZE_MINUTES,
  SOUND_NAMES,
  type SoundChoice,
} from '@contract'
import { Button, Switch } from 'antd'
import { BellOff, BellRing, CircleCheck, Play } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { playSound } from '@/stores/sounds'
import { openNoticeSettings, pauseAttention, snoozeAttention, testNotice, useSystem } from '@/stores/system'
import { IconButton, looks, Select } from '@/ui'
import { Group, Line, linesOf, Notice, SwitchLine } from './parts'
import styles from './sections.module.css'
import { VolumeLine } from './volume-line'

const CHOICES: readonly SoundChoice[] = [...SOUND_NAMES, 'none']

/** Whether the system lets notices through, a trial, and the way to its own settings. */
function SystemState() {
  const { t } = useTexts()
  const attention = useSystem(state => state.attention)
  const [nowhere, setNowhere] = useState(false)
  if (!attention) return null
  const test = <Button onClick={() => void testNotice('message')}>{t('settings.notifications.test')}</Button>
  const open = async (): Promise<void> => setNowhere(!(await openNoticeSettings()))
  if (attention.notices === 'blocked') {
    return (
      <Notice
        tone="warning"
        icon={<BellOff size={20} strokeWidth={1.5} aria-hidden="true" />}
        title={t('settings.notifications.blocked')}
        action={
          <span className={looks.wrap8}>
            <Button onClick={() => void open()}>{t('settings.notifications.openSystem')}</Button>
            {test}
          </span>
        }
      >
        {t(nowhere ? 'settings.notifications.systemMissing' : 'settings.notifications.blockedHow')}
        {attention.noticeFailure ? ` (${attention.noticeFailure})` : ''}
      </Notice>
    )
  }
  if (attention.notices === 'unsupported') {
    return (
      <Notice tone="warning" icon={<BellOff size={20} strokeWidth={1.5} aria-hidden="true" />}>
        {t('settings.notifications.unsupported')}
      </Notice>
    )
  }
  const shown = attention.notices === 'shown'
  const Icon = shown ? CircleCheck : BellRing
  return (
    <Notice tone="quiet" icon={<Icon size={20} strokeWidth={1.5} aria-hidden="true" />} action={test}>
      <span role="status">
        {t(shown ? 'settings.notifications.works' : 'settings.notifications.untried')}
      </span>
    </Notice>
  )
}

const useAttentionLines = () =>
  linesOf(
    usePreferences(state => state.attention),
    attention => setPreferences({ attention }),
  )

/** What holds right now: away, postponed, silent. */
function Now() {
  const { t, format } = useTexts()
  const attention = useSystem(state => state.attention)
  const { choice, onOff } = useAttentionLines()
  const until = attention?.snoozedUntil ?? null
  return (
    <Group title={t('settings.notifications.now')}>
      <SwitchLine
        label={t('settings.notifications.pause')}
        hint={t('settings.notifications.pauseHint')}
        checked={attention?.paused ?? false}
        disabled={attention === null}
        onChange={value => void pauseAttention(value)}
      />
      <Line
        label={t('settings.notifications.snooze')}
        hint={
          until
            ? t('settings.notifications.snoozedUntil', { time: format.clock(until) })
            : t('settings.notifications.snoozeHint')
        }
      >
        {() =>
          until ? (
            <Button onClick={() => void snoozeAttention(0)}>{t('settings.notifications.snoozeEnd')}</Button>
          ) : (
            <span className={looks.wrap8}>
              {SNOOZE_MINUTES.map(count => (
                <Button key={count} onClick={() => void snoozeAttention(count)}>
                  {t('settings.notifications.snoozeFor', { count })}
                </Button>
              ))}
            </span>
          )
        }
      </Line>
      {choice(
        'snoozeMinutes',
        t('settings.notifications.snoozeBy'),
        SNOOZE_MINUTES.map(count => [count, t('settings.notifications.snoozeFor', { count })] as const),
        { hint: t('settings.notifications.snoozeByHint') },
      )}
      {onOff('silent', t('settings.notifications.silent'), t('settings.notifications.silentHint'))}
      <VolumeLine label={t('settings.notifications.volume')} />
    </Group>
  )
}

/** One kind: shown or not, with which sound. */
function Kind({ kind }: { kind: NoticeKind }) {
  const { t } = useTexts()
  const shown = usePreferences(state => state.attention.notices[kind])
  const sound = usePreferences(state => state.attention.sounds[kind])
  const volume = usePreferences(state => state.volume)
  const name = t(`settings.notifications.kind.${kind}`)
  return (
    <Line label={name} hint={t(`settings.notifications.kindHint.${kind}`)}>
      {() => (
        <span className={styles.kind}>
          <Select
            className={styles.soundField}
            aria-label={t('settings.notifications.soundOf', { kind: name })}
            value={sound}
            popupMatchSelectWidth={false}
            options={CHOICES.map(value => ({ value, label: t(`settings.notifications.sound.${value}`) }))}
            onChange={value => void setPreferences({ attention: { sounds: { [kind]: value } } })}
          />
          <IconButton
            icon={Play}
            label={t('settings.notifications.listen', { kind: name })}
            disabled={sound === 'none'}
            onClick={() => {
              if (sound !== 'none') void playSound(sound, volume)
            }}
          />
          <Switch
            aria-label={t('settings.notifications.show', { kind: name })}
            checked={shown}
            onChange={value => void setPreferences({ attention: { notices: { [kind]: value } } })}
          />
        </span>
      )}
    </Line>
  )
}

/** What calls the person, how it sounds, and what it gives away. */
export function NotificationsSection() {
  const { t } = useTexts()
  const reminderMinutes = usePreferences(state => state.attention.reminderMinutes)
  const { choice } = useAttentionLines()
  return (
    <>
      <SystemState />
      <Now />
      <Group title={t('settings.notifications.kinds')}>
        {NOTICE_KINDS.map(kind => (
          <Kind key={kind} kind={kind} />
        ))}
        <Line label={t('settings.notifications.reminder')}>
          {({ labelId }) => (
            <Select
              className={styles.shortField}
              aria-labelledby={labelId}
              value={reminderMinutes}
              options={REMINDER_MINUTES.map(count => ({
                value: count,
                label:
                  count === 0
                    ? t('settings.notifications.reminderOff')
                    : t('settings.notifications.reminderEvery', { count }),
              }))}
              onChange={value => void setPreferences({ attention: { reminderMinutes: value } })}
            />
          )}
        </Line>
      </Group>
      <Group title={t('settings.notifications.content')}>
        {choice(
          'privacy',
          t('settings.notifications.privacy'),
          [
            ['all', t('settings.notifications.all')],
            ['name', t('settings.notifications.name')],
            ['nothing', t('settings.notifications.nothing')],
          ],
          { hint: t('settings.notifications.privacyHint') },
        )}
      </Group>
    </>
  )
}
