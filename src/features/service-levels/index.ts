/** What the company promises its customers (SLA). */
export { ServiceLevelsScreen } from './service-levels-screen'
