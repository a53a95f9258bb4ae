export { UnavailablePublicScreen, UnavailableScreen } from './unavailable-screen'
