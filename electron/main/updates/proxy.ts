/**
 * A proxy that asks the updater for a password asks the same question as for everything else. The updater's requests
 * run in a session of their own, which knows no password that was given elsewhere; a question nobody answers would
 * hold a check for ever.
 */
import type { NetworkSignIn } from '../network/sign-in'

type Login = NetworkSignIn['login']

/** The part of electron-updater used here. */
export interface AskingUpdater {
  on(event: 'login', listener: (info: Parameters<Login>[1], give: Parameters<Login>[2]) => void): unknown
  on(
    event: 'update-available' | 'update-not-available' | 'download-progress' | 'update-downloaded',
    listener: () => void,
  ): unknown
}

/** Answers the updater's proxy by the person's one answer. */
export function followProxy(updater: AskingUpdater, signIn: Pick<NetworkSignIn, 'login'>): void {
  // electron-updater does not say which request asks. What asks twice in a row was given a wrong password; what asks
  // after something came through is another request.
  let asking = {}
  const passed = (): void => {
    asking = {}
  }
  updater.on('login', (info, give) => signIn.login(asking, info, give))
  updater.on('update-available', passed)
  updater.on('update-not-available', passed)
  updater.on('download-progress', passed)
  updater.on('update-downloaded', passed)
}
