/** The tray icon: picture, tip and menu follow the facts; a desktop without a tray is asked, never guessed. */
import { join } from 'node:path'
import { Menu, type NativeTheme, nativeImage, nativeTheme, Tray } from 'electron'
import type { TFunction } from 'i18next'
import type { Log } from '../log/log'
import {
  pictureOf,
  type TrayActions,
  type TrayFacts,
  type TrayPicture,
  tipOf,
  trayTemplate,
} from './tray-menu'

export interface TrayIcon {
  /** False where the desktop has no place for it. */
  readonly present: boolean
  refresh(): void
  close(): void
}

/** Pictures lie ready for every state, ground and scale; the file name has which (scripts/icons.mjs). */
export const trayFile = (picture: TrayPicture, platform: NodeJS.Platform, darkGround: boolean): string =>
  platform === 'darwin' ? `${picture}Template.png` : `${picture}-on-${darkGround ? 'dark' : 'light'}.png`

/**
 * Whether the icon lies on a dark bar. Windows and macOS say so. Linux does not: GNOME's and Unity's bars are dark in both
 * themes, elsewhere the bar is taken to follow the theme.
 * @param desktop what XDG_CURRENT_DESKTOP holds.
 */
export function isDarkBar(
  platform: NodeJS.Platform,
  desktop: string,
  theme: Pick<NativeTheme, 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>,
): boolean {
  if (platform !== 'linux') return theme.shouldUseDarkColorsForSystemIntegratedUI
  return /gnome|unity/i.test(desktop) || theme.shouldUseDarkColors
}

export function openTray(deps: {
  resources: string
  platform: NodeJS.Platform
  /** What XDG_CURRENT_DESKTOP holds. */
  desktop: string
  facts: () => TrayFacts
  actions: TrayActions
  texts: () => TFunction
  log: Log
}): TrayIcon {
  const { log, platform } = deps
  const draw = () => {
    const file = trayFile(pictureOf(deps.facts()), platform, isDarkBar(platform, deps.desktop, nativeTheme))
    const image = nativeImage.createFromPath(join(deps.resources, 'icons/tray', file))
    if (!image.isEmpty()) return { file, image }
    log.error('tray picture missing', { file })
    return {
      file,
      image: nativeImage
        .createFromPath(join(deps.resources, 'icons/app.png'))
        .resize({ width: 16, height: 16 }),
    }
  }
  let tray: Tray
  let drawn: string
  try {
    const first = draw()
    drawn = first.file
    tray = new Tray(first.image)
  } catch (error) {
    log.warn('this desktop has no tray', { error })
    return { present: false, refresh: () => undefined, close: () => undefined }
  }
  let notified = ''
  const refresh = () => {
    if (tray.isDestroyed()) return
    const facts = deps.facts()
    const texts = deps.texts()
    const next = draw()
    if (next.file !== drawn) {
      drawn = next.file
      tray.setImage(next.image)
    }
    const template = trayTemplate(facts, deps.actions, texts)
    const text = JSON.stringify([template, tipOf(facts, texts)])
    // Replacing an open menu closes it under the pointer on some desktops.
    if (text === notified) return
    notified = text
    tray.setToolTip(tipOf(facts, texts))
    tray.setContextMenu(Menu.buildFromTemplate(template))
  }
  // On Windows and Linux a press on the icon itself opens the window, and puts away the one the person looks at; on macOS
  // it opens the menu.
  if (platform !== 'darwin')
    tray.on('click', () => (deps.facts().windowInFront ? deps.actions.hide() : deps.actions.show()))
  const onTheme = () => refresh()
  nativeTheme.on('updated', onTheme)
  refresh()
  return {
    present: true,
    refresh,
    close() {
      nativeTheme.off('updated', onTheme)
      if (!tray.isDestroyed()) tray.destroy()
    },
  }
}
