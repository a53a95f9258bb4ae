/** What the operating system has to say about the microphone, and where a person changes its mind. */

export type MediaStatus = 'not-determined' | 'granted' | 'denied' | 'restricted' | 'unknown'

/** The part of Electron's systemPreferences used here. */
export interface MediaPort {
  getMediaAccessStatus(kind: 'microphone'): MediaStatus
  askForMediaAccess(kind: 'microphone'): Promise<boolean>
}

export interface SystemAccess {
  /** Whether it is worth opening the microphone; may ask the person (macOS). */
  ask(): Promise<boolean>
  /** Address of the system's page where it is allowed; null where there is none. */
  readonly settingsUrl: string | null
}

const SETTINGS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone',
  win32: 'ms-settings:privacy-microphone',
}

/**
 * macOS asks once and then answers for good. Windows lists a program in its settings only after a real attempt, and
 * Linux has no such switch: there the attempt itself shows it.
 */
export function systemAccess(platform: NodeJS.Platform, media: MediaPort): SystemAccess {
  return {
    settingsUrl: SETTINGS[platform] ?? null,
    async ask() {
      if (platform !== 'darwin') return true
      const status = media.getMediaAccessStatus('microphone')
      return status === 'not-determined' ? media.askForMediaAccess('microphone') : status === 'granted'
    },
  }
}
