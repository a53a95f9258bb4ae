import { Button } from 'antd'
import { Ban, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import {
  assignChord,
  type ChordCheck,
  changedKeys,
  keysShown,
  keyText,
  restoreAllKeys,
  restoreKey,
  switchKeyOff,
} from '@/stores/key-bindings'
import { chordsOf, isRemappable, KEY_MAP, type KeyActionId, type KeyGroup } from '@/stores/key-map'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { toasts } from '@/stores/toasts'
import { announce, IconButton, Kbd, Pill, SearchField } from '@/ui'
import { Group, linesOf } from './parts'
import styles from './shortcuts.module.css'
import { useChordCapture } from './use-chord-capture'

const GROUPS: readonly KeyGroup[] = ['general', 'tickets', 'thread', 'composer']
const ALL = Object.keys(KEY_MAP) as KeyActionId[]

/** Why a chord was not simply taken. */
function CheckResult({ result, chord, onTake }: { result: ChordCheck; chord: string; onTake: () => void }) {
  const { t } = useTexts()
  if (result.kind === 'free') return null
  return (
    <p className={styles.result} role="alert">
      <span>
        {result.kind === 'taken'
          ? t('settings.shortcuts.taken', {
              keys: chord,
              name: t(keyText(result.by, usePreferences.getState())),
            })
          : t(`settings.shortcuts.${result.kind}`, { keys: chord })}
      </span>
      {result.kind === 'taken' ? (
        <Button size="small" type="primary" data-keeps-capture onClick={onTake}>
          {t('settings.shortcuts.takeOver')}
        </Button>
      ) : null}
    </p>
  )
}

function Shortcut({
  id,
  name,
  capturing,
  onCapture,
}: {
  id: KeyActionId
  name: string
  capturing: boolean
  onCapture: (id: KeyActionId | null) => void
}) {
  const { t } = useTexts()
  const preferences = usePreferences()
  const overrides = preferences.keys
  const shown = keysShown(id, preferences)
  const changed = (overrides[id] ?? null) !== null
  const take = (chord: string): void => {
    onCapture(null)
    void assignChord(id, chord)
    announce(t('settings.shortcuts.assigned', { name, keys: chord }))
  }
  const { heard, button } = useChordCapture({ id, capturing, onFree: take, onLeave: () => onCapture(null) })
  return (
    <li className={styles.row} data-shortcut={id}>
      <div className={styles.line}>
        <span className={styles.name}>
          {name}
          {changed ? <Pill tone="accent">{t('settings.shortcuts.changed')}</Pill> : null}
        </span>
        {capturing ? (
          <span className={styles.capture} role="status">
            {t('settings.shortcuts.press')}{' '}
            <span className={styles.quiet}>({t('settings.shortcuts.cancelHint')})</span>
          </span>
        ) : shown.length === 0 ? (
          <span className={styles.quiet}>{t('settings.shortcuts.isOff')}</span>
        ) : (
          <span className={styles.chords}>
            {shown.map(chord => (
              <Kbd key={chord} keys={chord} />
            ))}
          </span>
        )}
        {isRemappable(id) ? (
          <span className={styles.tools}>
            <IconButton
              ref={button}
              icon={Pencil}
              size="small"
              label={t('settings.shortcuts.change', { name })}
              aria-pressed={capturing}
              active={capturing}
              onClick={() => onCapture(capturing ? null : id)}
            />
            <IconButton
              icon={Ban}
              size="small"
              label={t('settings.shortcuts.off', { name })}
              disabled={chordsOf(id, overrides).length === 0}
              onClick={() => void switchKeyOff(id)}
            />
            <IconButton
              icon={RotateCcw}
              size="small"
              label={t('settings.shortcuts.restore', { name })}
              disabled={!changed}
              onClick={() => void restoreKey(id)}
            />
          </span>
        ) : (
          <span className={styles.fixed} title={t('settings.shortcuts.fixedHint')}>
            {t('settings.shortcuts.fixed')}
          </span>
        )}
      </div>
      {capturing && heard ? (
        <CheckResult result={heard.result} chord={heard.chord} onTake={() => take(heard.chord)} />
      ) : null}
    </li>
  )
}

/** Every key of the map: other chords, none, or the map's own again. */
export function ShortcutsSection() {
  const { t } = useTexts()
  const [filter, setFilter] = useState('')
  const [capturing, setCapturing] = useState<KeyActionId | null>(null)
  const preferences = usePreferences()
  const overrides = preferences.keys
  const wanted = filter.trim().toLocaleLowerCase()
  const rows = ALL.map(id => ({ id, name: t(keyText(id, preferences)) })).filter(
    ({ id, name }) =>
      wanted === '' ||
      name.toLocaleLowerCase().includes(wanted) ||
      keysShown(id, preferences).some(chord => chord.toLowerCase().includes(wanted)),
  )
  const restoreAll = (): void => {
    const before = overrides
    void restoreAllKeys()
    toasts.success(t('settings.shortcuts.restoredAll'), {
      action: { label: t('common.undo'), run: () => setPreferences({ keys: before }) },
    })
  }
  return (
    <>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          value={filter}
          onChange={setFilter}
          label={t('settings.shortcuts.filter')}
          clearLabel={t('common.clear')}
        />
        <Button disabled={changedKeys(overrides).length === 0} onClick={restoreAll}>
          {t('settings.shortcuts.restoreAll')}
        </Button>
      </div>
      <Group title={t('settings.shortcuts.single')} alone>
        {linesOf(preferences, setPreferences).onOff(
          'singleKeys',
          t('settings.shortcuts.single'),
          t('settings.shortcuts.singleHint'),
        )}
      </Group>
      {rows.length === 0 ? (
        <p className={styles.quiet} role="status">
          {t('settings.shortcuts.none')}
        </p>
      ) : null}
      {GROUPS.map(group => {
        const own = rows.filter(({ id }) => KEY_MAP[id].group === group)
        return own.length === 0 ? null : (
          <Group key={group} title={t(`shell.keys.${group}`)}>
            <ul>
              {own.map(({ id, name }) => (
                <Shortcut
                  key={id}
                  id={id}
                  name={name}
                  capturing={capturing === id}
                  onCapture={setCapturing}
                />
              ))}
            </ul>
          </Group>
        )
      })}
    </>
  )
}
