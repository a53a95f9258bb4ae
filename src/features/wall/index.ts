/** What the windows that look on show: the wall of live threads, and one spied ticket. */
export { SpyScreen } from './spy-screen'
export { WallScreen } from './wall-screen'
