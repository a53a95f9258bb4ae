import { SPELLING_LANGUAGES_MAX } from '@contract'
import { X } from 'lucide-react'
import { LANGUAGE_TAGS, useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { forgetWord, useSystem } from '@/stores/system'
import { IconButton, looks, Select } from '@/ui'
import { Group, Line, linesOf } from './parts'
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
  const spelling = usePreferences(state => state.spelling)
  const { enabled, languages } = spelling
  const { onOff } = linesOf(spelling, change => setPreferences({ spelling: change }))
  const state = useSystem(system => system.spelling)
  const nameOf = languageNamer(LANGUAGE_TAGS[language])
  const bySystem = state !== null && state.available.length === 0
  const options = (state?.available ?? languages).map(value => ({ value, label: nameOf(value) }))
  return (
    <Group title={t('settings.attendance.spelling')}>
      {onOff('enabled', t('settings.attendance.check'), t('settings.attendance.checkHint'))}
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
            <ul className={looks.wrap8}>
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
  const preferences = usePreferences()
  const { choice, onOff } = linesOf(preferences, setPreferences)
  return (
    <>
      <Group title={t('settings.attendance.writing')}>
        {choice(
          'enterSends',
          t('settings.attendance.send'),
          [
            [true, t('settings.attendance.enter')],
            [false, t('settings.attendance.ctrlEnter')],
          ],
          { hint: t(`settings.attendance.${preferences.enterSends ? 'enterHint' : 'ctrlEnterHint'}`) },
        )}
        {choice(
          'undoSendSeconds',
          t('settings.attendance.undoSend'),
          UNDO_SECONDS.map(
            value =>
              [value, value === 0 ? t('settings.attendance.atOnce') : `${format.number(value)} s`] as const,
          ),
          { hint: t('settings.attendance.undoSendHint') },
        )}
        {onOff('signMessages', t('settings.attendance.sign'), t('settings.attendance.signHint'))}
      </Group>
      <Spelling />
      <Group title={t('settings.attendance.resolving')}>
        {choice('afterResolve', t('settings.attendance.afterResolve'), [
          ['list', t('settings.attendance.toList')],
          ['next', t('settings.attendance.toNext')],
        ])}
      </Group>
      <Group title={t('settings.attendance.files')}>
        {onOff('askDownload', t('settings.attendance.ask'), t('settings.attendance.askHint'))}
        {choice(
          'audioRate',
          t('settings.attendance.audioRate'),
          ([1, 1.5, 2] as const).map(value => [value, `${format.number(value)}×`] as const),
        )}
      </Group>
    </>
  )
}
