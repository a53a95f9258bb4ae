/** Reports: figures of a period by section, and what stands behind them. */
import { lazy } from 'react'

export { useReportCommands } from './use-report-commands'
export const ReportsScreen = lazy(async () => ({ default: (await import('./reports-screen')).ReportsScreen }))
