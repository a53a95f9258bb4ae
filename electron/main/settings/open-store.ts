/** The one place that makes an electron-store; tests hand in its base class, which needs no Electron. */
import ElectronStore from 'electron-store'
import type { OpenStore } from './settings'

export const openStore: OpenStore = options => new ElectronStore(options)
