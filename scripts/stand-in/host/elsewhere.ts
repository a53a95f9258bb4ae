/**
 * Members that Electron has on some systems only, by electron.d.ts (`@platform`), of what the stand-in offers. Elsewhere
 * they are undefined there or do nothing; here they throw, so that no code comes to lean on them.
 */
type Systems = readonly NodeJS.Platform[]

const MAC: Systems = ['darwin']
const WINDOWS: Systems = ['win32']
const BOTH: Systems = ['darwin', 'win32']

export const ONLY_ON: Readonly<Record<string, Readonly<Record<string, Systems>>>> = {
  app: {
    badgeCount: ['linux', 'darwin'],
    getLoginItemSettings: BOTH,
    hide: MAC,
    isActive: MAC,
    setAppUserModelId: WINDOWS,
    setBadgeCount: ['linux', 'darwin'],
    setJumpList: WINDOWS,
    setLoginItemSettings: BOTH,
    setToastActivatorCLSID: WINDOWS,
    show: MAC,
    toastActivatorCLSID: WINDOWS,
  },
  BrowserWindow: {
    setIcon: ['win32', 'linux'],
    setMenu: ['linux', 'win32'],
    setOverlayIcon: WINDOWS,
  },
  Notification: {
    groupId: BOTH,
    id: BOTH,
    timeoutType: ['linux', 'win32'],
    toastXml: WINDOWS,
    urgency: ['linux'],
  },
  'Notification class': {
    getHistory: MAC,
    handleActivation: WINDOWS,
    remove: MAC,
    removeAll: MAC,
  },
  Tray: {
    focus: WINDOWS,
    getBounds: BOTH,
    getTitle: MAC,
    setTitle: MAC,
  },
  nativeTheme: { shouldUseDarkColorsForSystemIntegratedUI: BOTH },
  systemPreferences: { askForMediaAccess: MAC, getMediaAccessStatus: BOTH },
}
