import { onDemand } from '@/ui'

export { AppSetup } from './app-setup'
/** The second step at the sign-in: most people never see it there. */
export const SecondStep = onDemand(async () => (await import('./second-step')).SecondStep)
