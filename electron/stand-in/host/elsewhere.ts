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
    accessibilitySupportEnabled: BOTH,
    addRecentDocument: BOTH,
    badgeCount: ['linux', 'darwin'],
    clearRecentDocuments: BOTH,
    getBadgeCount: MAC,
    getJumpListSettings: WINDOWS,
    getLoginItemSettings: BOTH,
    hide: MAC,
    isAccessibilitySupportEnabled: BOTH,
    isActive: MAC,
    isHidden: MAC,
    isSecureKeyboardEntryEnabled: MAC,
    removeAsDefaultProtocolClient: BOTH,
    runningUnderARM64Translation: BOTH,
    setAccessibilitySupportEnabled: BOTH,
    setActivationPolicy: MAC,
    setAppUserModelId: WINDOWS,
    setBadgeCount: ['linux', 'darwin'],
    setDesktopName: ['linux'],
    setJumpList: WINDOWS,
    setLoginItemSettings: BOTH,
    setSecureKeyboardEntryEnabled: MAC,
    setToastActivatorCLSID: WINDOWS,
    setUserTasks: WINDOWS,
    show: MAC,
    toastActivatorCLSID: WINDOWS,
  },
  BrowserWindow: {
    isMenuBarVisible: ['win32', 'linux'],
    removeMenu: ['linux', 'win32'],
    setAppDetails: WINDOWS,
    setAutoHideMenuBar: ['win32', 'linux'],
    setContentProtection: BOTH,
    setDocumentEdited: MAC,
    setIcon: ['win32', 'linux'],
    setMenu: ['linux', 'win32'],
    setMenuBarVisibility: ['win32', 'linux'],
    setOverlayIcon: WINDOWS,
    setRepresentedFilename: MAC,
    setSkipTaskbar: BOTH,
    setThumbarButtons: WINDOWS,
    setThumbnailToolTip: WINDOWS,
    setTitleBarOverlay: ['win32', 'linux'],
    setVisibleOnAllWorkspaces: ['darwin', 'linux'],
    setWindowButtonVisibility: MAC,
  },
}
