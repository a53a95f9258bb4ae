/** Help videos, for everybody. */
export { HelpsScreen } from './helps-screen'
