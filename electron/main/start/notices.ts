/** Native notifications: shown, pressed now or after a restart, and the few about Turno itself. */
import { join } from 'node:path'
import { Notification } from 'electron'
import type { TFunction } from 'i18next'
import { createNotices, type NativeNotice, type NoticeEvents, type Notices } from '../attention/notices'
import { pressOf, toastOf } from '../attention/toast'
import { type NoticeContent, withoutMarkup } from '../attention/wording'
import type { Log } from '../log/log'
import { clearToasts } from '../system/clear-toasts'

export interface NoticeSurface extends Notices {
  /** Shows something without buttons, under a key of its own. */
  say(key: string, title: string, body: string): void
  /** The notice of the settings, to see whether the system shows any. */
  sayTest(): void
  /** Closing the window did not end Turno. */
  sayInTray(): void
}

export function openNotices(deps: {
  platform: NodeJS.Platform
  resources: string
  events: NoticeEvents
  /** Brings the console to the front as it is. */
  reveal: () => void
  texts: () => TFunction
  log: Log
}): NoticeSurface {
  const { platform, texts, log } = deps
  const notices = createNotices({
    supported: () => Notification.isSupported(),
    make: options =>
      new Notification(
        platform === 'linux' ? { ...options, body: withoutMarkup(options.body ?? '') } : options,
      ) as unknown as NativeNotice,
    events: deps.events,
    ...(platform === 'darwin' ? { removeAll: () => Notification.removeAll() } : {}),
    ...(platform === 'win32'
      ? {
          removeAll: () => void clearToasts(log),
          toast: (id: string, content: NoticeContent, hint: string) =>
            toastOf(id, content, { hint, button: texts()('notices.replyButton') }),
        }
      : {}),
    // Windows and macOS take the icon from the program itself.
    icon: platform === 'linux' ? join(deps.resources, 'icons/app.png') : null,
    log,
  })
  if (platform === 'win32')
    Notification.handleActivation(details => {
      const pressed = pressOf(details)
      if (pressed) notices.pressedFromOutside(pressed.id, pressed.press)
      // Of another version: it names nothing, but whoever pressed it wants to see the window.
      else deps.reveal()
    })
  if (platform === 'darwin')
    Notification.getHistory()
      .then(earlier => notices.adopt(earlier as unknown as NativeNotice[]))
      .catch(error => log.warn('notices of an earlier run could not be asked for', { error }))

  const say: NoticeSurface['say'] = (key, title, body) =>
    notices.show(key, { title, body, actions: [], reply: false, urgent: false }, '')
  return {
    ...notices,
    say,
    sayTest: () => say('test', texts()('notices.test'), texts()('notices.testBody')),
    sayInTray: () => say('stayed', texts()('notices.trayStayed'), texts()('notices.trayStayedBody')),
  }
}
