import { lazy } from 'react'

export { DemoMark } from './demo-mark'
export { FirstSteps } from './first-steps'
export { StartLinks } from './start-links'

// Seen once: their code comes when they are shown, while the marks and links are on every screen.
export const FirstRunScreen = lazy(async () => ({
  default: (await import('./first-run-screen')).FirstRunScreen,
}))
export const CompanyScreen = lazy(async () => ({ default: (await import('./company-screen')).CompanyScreen }))
export const JoinScreen = lazy(async () => ({ default: (await import('./join-screen')).JoinScreen }))
export const ServerScreen = lazy(async () => ({ default: (await import('./server-screen')).ServerScreen }))
