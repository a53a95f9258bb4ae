import type { ElectronOptions } from 'vite-plugin-electron'

export const startDev: NonNullable<ElectronOptions['onstart']>
