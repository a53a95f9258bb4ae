/** What a person reads when the start goes wrong. */
import type { App, BrowserWindow, Dialog } from 'electron'
import { ConfigError, type ServerConfig } from './config/config'
import type { Log } from './log/log'
import type { Outbox } from './outbox/outbox'
import { relaunch } from './system/relaunch'
import type { MainTexts } from './texts'

const REASON_TEXT = {
  missing: 'configMissing',
  unreadable: 'configUnreadable',
  notJson: 'configNotJson',
  invalid: 'configInvalid',
} as const satisfies Record<ConfigError['reason'], keyof MainTexts>

/** Title and body for a configuration that cannot be used: what is wrong, where, and what to do. Pure. */
export function configErrorText(error: ConfigError, texts: MainTexts): { title: string; body: string } {
  return {
    title: texts.configTitle,
    body: [texts[REASON_TEXT[error.reason]], `${error.source}\n${error.detail}`, texts.configHelp].join(
      '\n\n',
    ),
  }
}

/**
 * Reads the configuration; a broken one is shown in a dialog and logged.
 * @returns null when Turno must not start.
 */
export function reportConfigError(
  read: () => ServerConfig,
  dialog: Dialog,
  texts: MainTexts,
  log: Log,
): ServerConfig | null {
  try {
    const config = read()
    log.info('configuration', {
      kind: config.kind,
      ...(config.kind === 'remote' ? { server: config.label } : {}),
    })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    log.error('configuration refused', { reason: error.reason, source: error.source, detail: error.detail })
    const { title, body } = configErrorText(error, texts)
    dialog.showErrorBox(title, body)
    return null
  }
}

/** Shows once that damaged preferences were set aside. */
export function reportRecoveredSettings(
  keptAt: string | null,
  dialog: Dialog,
  texts: MainTexts,
  window: BrowserWindow,
): void {
  if (!keptAt) return
  void dialog.showMessageBox(window, {
    type: 'warning',
    message: texts.settingsTitle,
    detail: `${texts.settingsDetail} ${keptAt}`,
    buttons: [texts.ok],
    noLink: true,
  })
}

/** Says that a workspace of this computer cannot be opened by this version, and where it lies. */
export function reportOlderWorkspace(
  folder: string,
  dialog: Pick<Dialog, 'showMessageBox'>,
  texts: MainTexts,
): void {
  void dialog.showMessageBox({
    type: 'error',
    message: texts.olderTitle,
    detail: `${texts.olderDetail}\n\n${folder}`,
    buttons: [texts.ok],
    noLink: true,
  })
}

/** The graphics processor keeps crashing: start again without it now, or go on and do so at the next start. */
export async function offerRestart(
  window: BrowserWindow,
  dialog: Dialog,
  texts: MainTexts,
  app: Pick<App, 'relaunch' | 'isPackaged' | 'quit'>,
): Promise<void> {
  if (window.isDestroyed()) return
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: texts.graphicsTitle,
    detail: texts.graphicsDetail,
    buttons: [texts.restart, texts.later],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return
  relaunch(app)
  app.quit()
}

/**
 * Asks about texts that may still be taken back when Turno is about to end: they leave first, or stay for the next start; or
 * Turno stays.
 * @returns null where there are none; else whether Turno may end.
 */
export function askAboutUnsent(
  outbox: Pick<Outbox, 'pauseHeld' | 'resumeHeld' | 'stop'>,
  dialog: Pick<Dialog, 'showMessageBox'>,
  texts: MainTexts,
): Promise<boolean> | null {
  return outbox.pauseHeld() === 0 ? null : askToSend(outbox, dialog, texts)
}

async function askToSend(
  outbox: Pick<Outbox, 'resumeHeld' | 'stop'>,
  dialog: Pick<Dialog, 'showMessageBox'>,
  texts: MainTexts,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: texts.unsentTitle,
    detail: texts.unsentDetail,
    buttons: [texts.sendNow, texts.keep, texts.stay],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  })
  if (response === 1) await outbox.stop()
  if (response === 2) outbox.resumeHeld()
  return response !== 2
}

/** The last word when a stage of the start fails. */
export function reportBootFailure(error: unknown, dialog: Dialog, texts: MainTexts, dataDir: string): void {
  const reason = error instanceof Error ? error.message : String(error)
  dialog.showErrorBox(texts.bootTitle, `${reason}\n\n${texts.bootHelp} ${dataDir}`)
}
