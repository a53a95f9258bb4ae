// electron-store is this class plus Electron's paths; plain Node has no Electron to ask.
import Conf from 'conf'
import type { OpenStore } from '../../electron/main/settings/settings'

/** electron-store without Electron. */
export const openStore: OpenStore = ({ name, ...options }) =>
  new Conf({ ...options, configName: name, projectName: 'turno' }) as unknown as ReturnType<OpenStore>
