/** The tray's menu and picture as plain data. Pure. */

import type { MenuItemConstructorOptions } from 'electron'
import type { TFunction } from 'i18next'
import { SNOOZE_MINUTES } from '../../../src/contract'
import { ageText } from './texts'
import { tidy } from './wording'
import type { Totals, Waiting } from './work'

export interface TrayFacts {
  signedIn: boolean
  connected: boolean
  totals: Totals
  paused: boolean
  snoozedMinutes: number | null
  oldest: Waiting | null
  /** ms since the epoch, for the age of the oldest. */
  now: number
  /** It is on a screen, in front or covered. */
  windowShown: boolean
  /** It is what the person looks at: on a screen and with the keyboard. */
  windowInFront: boolean
  privacy: 'all' | 'name' | 'nothing'
}
export interface TrayActions {
  pause(paused: boolean): void
  snooze(minutes: number): void
  acceptOldest(): void
  show(): void
  hide(): void
  settings(): void
  quit(): void
}

export type TrayPicture = 'idle' | 'unread' | 'offline'

export const pictureOf = (facts: TrayFacts): TrayPicture => {
  if (!facts.signedIn || !facts.connected) return 'offline'
  return facts.totals.pending + facts.totals.unread > 0 ? 'unread' : 'idle'
}

export const tipOf = (facts: TrayFacts, t: TFunction): string => {
  if (!facts.signedIn) return t('notices.trayQuiet')
  return facts.connected ? t('notices.trayTip', { ...facts.totals }) : t('notices.trayOffline')
}

/** What the menu holds, from the top: status, counts, the action that matters, the window, settings, the end. */
export function trayTemplate(
  facts: TrayFacts,
  actions: TrayActions,
  t: TFunction,
): MenuItemConstructorOptions[] {
  const window: MenuItemConstructorOptions = facts.windowShown
    ? { id: 'hide', label: t('notices.hide'), click: () => actions.hide() }
    : { id: 'open', label: t('notices.open'), click: () => actions.show() }
  const end: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    window,
    {
      id: 'settings',
      label: t('notices.settings'),
      enabled: facts.signedIn,
      click: () => actions.settings(),
    },
    { type: 'separator' },
    { id: 'quit', label: t('notices.quit'), click: () => actions.quit() },
  ]
  if (!facts.signedIn) return [{ id: 'signed-out', label: t('notices.signedOut'), enabled: false }, ...end]
  const { oldest, totals } = facts
  const who = oldest && (facts.privacy === 'nothing' ? '···' : tidy(oldest.name, 32))
  return [
    {
      id: 'online',
      type: 'radio',
      label: t('notices.statusOnline'),
      checked: !facts.paused,
      click: () => actions.pause(false),
    },
    {
      id: 'paused',
      type: 'radio',
      label: t('notices.statusPaused'),
      checked: facts.paused,
      click: () => actions.pause(true),
    },
    { type: 'separator' },
    { id: 'waiting', label: t('notices.waitingCount', { count: totals.pending }), enabled: false },
    {
      id: 'mine',
      label: t('notices.mineCount', { count: totals.mine, unread: totals.unread }),
      enabled: false,
    },
    {
      id: 'accept-oldest',
      label:
        oldest && who
          ? t('notices.acceptOldest', { name: who, age: ageText(facts.now - oldest.since, t) })
          : t('notices.acceptNone'),
      enabled: oldest !== null && facts.connected,
      click: () => actions.acceptOldest(),
    },
    facts.snoozedMinutes === null
      ? {
          id: 'snooze',
          label: t('notices.snoozeFor'),
          submenu: SNOOZE_MINUTES.map(minutes => ({
            id: `snooze-${minutes}`,
            label: t('notices.minutes', { minutes }),
            click: () => actions.snooze(minutes),
          })),
        }
      : {
          id: 'wake',
          label: `${t('notices.wake')} (${facts.snoozedMinutes} min)`,
          click: () => actions.snooze(0),
        },
    ...end,
  ]
}
