export { UnavailableScreen } from './unavailable-screen'
