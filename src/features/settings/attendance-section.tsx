import { SPELLING_LANGUAGES_MAX } from '@contract'
import { Switch } from 'antd'
import { X } from 'lucide-react'
import { LANGUAGE_TAGS, useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { forgetWord, useSystem } from '@/stores/system'
import { IconButton, Select } from '@/ui'
import { Choice, Group, Line } from './parts'
import styles from './sections.module.css'

const UNDO_SECONDS = [0, 3, 5, 10] as const

/** How a dictionary's language is called in the language of the screen. */
function languageNamer(tag: string): (code: string) => string {
  const names = new Intl.DisplayNames([tag], { type: 'language' })
  return code => {
    try {
      const name = names.of(code) ?? code
      return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
    } catch {
      return code // a code the browser does not know is still a choice
    }
  }
}

/** Spelling: whether, in which languages, and the person's own words. */
function Spelling() {
  const { t, language } = useTexts()
  const { enabled, languages } = usePreferences(state => state.spelling)
  const state = useSystem(system => system.spelling)
  const nameOf = languageNamer(LANGUAGE_TAGS[language])
  const bySystem = state !== null && state.available.length === 0
  const options = (state?.available ?? languages).map(value => ({ value, label: nameOf(value) }))
  return (
    <Group title={t('settings.attendance.spelling')}>
      <Line label={t('settings.attendance.check')} hint={t('settings.attendance.checkHint')}>
        {({ labelId, hintId }) => (
          <Switch
            aria-labelledby={labelId}
            aria-describedby={hintId}
            checked={enabled}
            onChange={value => void setPreferences({ spelling: { enabled: value } })}
          />
        )}
      </Line>
      <Line
        label={t('settings.attendance.languages')}
        hint={t(bySystem ? 'settings.attendance.languagesSystem' : 'settings.attendance.languagesHint')}
      >
        {({ labelId, hintId }) =>
          bySystem ? null : (
            <Select
              mode="multiple"
              className={styles.wideField}
              aria-labelledby={labelId}
              aria-describedby={hintId}
              value={languages}
              maxCount={SPELLING_LANGUAGES_MAX}
              disabled={!enabled}
              placeholder={(state?.languages ?? []).map(nameOf).join(', ')}
              options={options.toSorted((a, b) => a.label.localeCompare(b.label))}
              onChange={(value: string[]) => void setPreferences({ spelling: { languages: value } })}
            />
          )
        }
      </Line>
      {state && state.failed.length > 0 ? (
        <p className={styles.problem} role="status">
          {t('settings.attendance.languagesFailed', { names: state.failed.map(nameOf).join(', ') })}
        </p>
      ) : null}
      <Line
        label={t('settings.attendance.words')}
        hint={state && state.words.length === 0 ? t('settings.attendance.noWords') : undefined}
        stacked
      >
        {() =>
          state && state.words.length > 0 ? (
            <ul className={styles.words}>
              {state.words.map(word => (
                <li key={word} className={styles.word}>
                  {word}
                  <IconButton
                    icon={X}
                    size="small"
                    tip={false}
                    label={t('settings.attendance.forgetWord', { word })}
                    onClick={() => void forgetWord(word)}
                  />
                </li>
              ))}
            </ul>
          ) : null
        }
      </Line>
    </Group>
  )
}

/** How one writes, resolves and keeps files. */
export function AttendanceSection() {
  const { t, format } = useTexts()
  const { enterSends, undoSendSeconds, signMessages, afterResolve, audioRate, askDownload } = usePreferences()
  return (
    <>
      <Group title={t('settings.attendance.writing')}>
        <Line
          label={t('settings.attendance.send')}
          hint={t(enterSends ? 'settings.attendance.enterHint' : 'settings.attendance.ctrlEnterHint')}
        >
          {({ labelId }) => (
            <Choice
              labelledBy={labelId}
              value={enterSends ? 'enter' : 'ctrlEnter'}
              onChange={value => void setPreferences({ enterSends: value === 'enter' })}
              options={[
                { value: 'enter', label: t('settings.attendance.enter') },
                { value: 'ctrlEnter', label: t('settings.attendance.ctrlEnter') },
              ]}
            />
          )}
        </Line>
        <Line label={t('settings.attendance.undoSend')} hint={t('settings.attendance.undoSendHint')}>
          {({ labelId }) => (
            <Choice
              labelledBy={labelId}
              value={undoSendSeconds}
              onChange={value => void setPreferences({ undoSendSeconds: value })}
              options={UNDO_SECONDS.map(value => ({
                value,
                label: value === 0 ? t('settings.attendance.atOnce') : `${format.number(value)} s`,
              }))}
            />
          )}
        </Line>
        <Line label={t('settings.attendance.sign')} hint={t('settings.attendance.signHint')}>
          {({ labelId, hintId }) => (
            <Switch
              aria-labelledby={labelId}
              aria-describedby={hintId}
              checked={signMessages}
              onChange={value => void setPreferences({ signMessages: value })}
            />
          )}
        </Line>
      </Group>
      <Spelling />
      <Group title={t('settings.attendance.resolving')}>
        <Line label={t('settings.attendance.afterResolve')}>
          {({ labelId }) => (
            <Choice
              labelledBy={labelId}
              value={afterResolve}
              onChange={value => void setPreferences({ afterResolve: value })}
              options={[
                { value: 'list', label: t('settings.attendance.toList') },
                { value: 'next', label: t('settings.attendance.toNext') },
              ]}
            />
          )}
        </Line>
      </Group>
      <Group title={t('settings.attendance.files')}>
        <Line label={t('settings.attendance.ask')} hint={t('settings.attendance.askHint')}>
          {({ labelId, hintId }) => (
            <Switch
              aria-labelledby={labelId}
              aria-describedby={hintId}
              checked={askDownload}
              onChange={value => void setPreferences({ askDownload: value })}
            />
          )}
        </Line>
        <Line label={t('settings.attendance.audioRate')}>
          {({ labelId }) => (
            <Choice
              labelledBy={labelId}
              value={audioRate}
              onChange={value => void setPreferences({ audioRate: value })}
              options={[
                { value: 1, label: `${format.number(1)}×` },
                { value: 1.5, label: `${format.number(1.5)}×` },
                { value: 2, label: `${format.number(2)}×` },
              ]}
            />
          )}
        </Line>
      </Group>
    </>
  )
}
