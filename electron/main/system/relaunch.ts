/** Starting again: the one way. What an AppImage runs from is a mount that ends with this run, so its file is started. */
import type { App } from 'electron'
import { ownAppImage } from '../updates/installed'

/**
 * Has the program started again when this run has ended; ending it is the caller's.
 * @param file what the program is called by now, where an update gave it another name.
 */
export function relaunch(
  app: Pick<App, 'relaunch' | 'isPackaged'>,
  file: string | null = null,
  { env, execPath }: Pick<NodeJS.Process, 'env' | 'execPath'> = process,
): void {
  // Without what this run was called with: a link would be opened once more. From the sources it names the program.
  app.relaunch(app.isPackaged ? { execPath: file ?? ownAppImage(env, execPath) ?? execPath, args: [] } : {})
}
