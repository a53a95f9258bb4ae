/** Integrations of queues with providers' systems. */
export { IntegrationsScreen } from './integrations-screen'
