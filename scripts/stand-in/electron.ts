/** The module `electron` as main sees it when it runs on Node and an installed Chromium. */
import { app } from './host/app'
import { autoUpdater } from './host/auto-updater'
import { BrowserWindow } from './host/browser-window'
import { dialog } from './host/dialog'
import { ipcMain } from './host/ipc-main'
import { Menu, MenuItem } from './host/menu'
import { nativeImage } from './host/native-image'
import { net } from './host/net'
import { Notification } from './host/notification'
import { protocol } from './host/protocol'
import { absentModule, refusing } from './host/refusing'
import { safeStorage } from './host/safe-storage'
import { session } from './host/session'
import { clipboard, crashReporter, shell } from './host/shell'
import './host/start'
import {
  globalShortcut,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  systemPreferences,
} from './host/surroundings'
import { Tray } from './host/tray'
import { utilityProcess } from './host/utility-process'
import { allContents, contentsById } from './host/web-contents'

const webContents = refusing('webContents module', {
  getAllWebContents: allContents,
  fromId: contentsById,
})

const BaseWindow = absentModule('BaseWindow')
const contentTracing = absentModule('contentTracing')
const desktopCapturer = absentModule('desktopCapturer')
const ImageView = absentModule('ImageView')
const inAppPurchase = absentModule('inAppPurchase')
const MessageChannelMain = absentModule('MessageChannelMain')
const netLog = absentModule('netLog')
const pushNotifications = absentModule('pushNotifications')
const ShareMenu = absentModule('ShareMenu')
const TouchBar = absentModule('TouchBar')
const View = absentModule('View')
const webFrameMain = absentModule('webFrameMain')
const WebContentsView = absentModule('WebContentsView')

const electron = {
  app,
  autoUpdater,
  BaseWindow,
  BrowserWindow,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  WebContentsView,
  webFrameMain,
}

export default electron
export {
  app,
  autoUpdater,
  BaseWindow,
  BrowserWindow,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  ShareMenu,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  WebContentsView,
  webContents,
  webFrameMain,
}
