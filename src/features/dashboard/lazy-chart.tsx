import { lazy } from 'react'

/** The chart of the dashboard, for other rooms that count over time; its library comes with the first one shown. */
export const Chart = lazy(() => import('./charts'))
