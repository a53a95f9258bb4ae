export { ServerLine } from './server-line'
export { ServerPicker } from './server-picker'
export { ServerSection } from './server-section'
