/** The dashboard of a company (specification 1 section 2). */
export { DashboardScreen } from './dashboard-screen'
export type { ChartRow } from './figures'
export { Chart } from './lazy-chart'
