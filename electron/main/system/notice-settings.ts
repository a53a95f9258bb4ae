/** Where each system lets a person allow notices. */

/** The address of that page of the system's settings; null where there is none that all desktops share (Linux). */
export function systemNoticeSettings(platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return 'x-apple.systempreferences:com.apple.Notifications-Settings.extension'
  return platform === 'win32' ? 'ms-settings:notifications' : null
}
