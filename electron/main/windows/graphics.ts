/**
 * The graphics process. Chromium starts it again when it crashes; where it keeps crashing (a driver) windows go black. Then
 * this computer is drawn without it from the next start on, until Turno comes with another Chromium.
 */
import { join } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import type { Log } from '../log/log'
import type { OpenStore } from '../settings/settings'
import { openSmallFile } from '../settings/small-file'
import { keepsCrashing } from './crashes'

const NAME = 'graphics-off.json'

export interface Graphics {
  /** Asked once, when it keeps crashing: whether to start again without it. */
  onGivenUp(listener: () => void): void
}

/**
 * Call before the app is ready.
 * @param chromium the version whose graphics failed; another one is tried afresh.
 */
export function watchGraphics(
  app: Pick<App, 'on' | 'disableHardwareAcceleration'>,
  {
    dataDir,
    chromium,
    open,
    log,
    now = Date.now,
  }: { dataDir: string; chromium: string; open: OpenStore; log: Log; now?: () => number },
): Graphics {
  const givenUp = openSmallFile({
    path: join(dataDir, NAME),
    schema: z.object({ chromium: z.string().optional() }),
    fallback: {},
    open,
    log,
  })
  const failed = givenUp.content().chromium
  let off = failed === chromium
  if (failed !== undefined && !off) givenUp.write({})
  if (off) {
    app.disableHardwareAcceleration()
    log.warn('drawn without the graphics processor: it kept crashing')
  }
  const crashes: number[] = []
  const listeners: (() => void)[] = []
  app.on('child-process-gone', (_event, details) => {
    if (details.type !== 'GPU') {
      log.warn('a process ended', { type: details.type, why: details.reason, exitCode: details.exitCode })
      return
    }
    log.error('the graphics process ended', { why: details.reason, exitCode: details.exitCode })
    if (off || details.reason === 'clean-exit' || details.reason === 'killed') return
    crashes.push(now())
    if (!keepsCrashing(crashes)) return
    off = true
    givenUp.write({ chromium })
    for (const listener of listeners) listener()
  })
  return { onGivenUp: listener => void listeners.push(listener) }
}
