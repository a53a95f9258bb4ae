/** The dashboard of a company (docs/specification.md 1.2). */
export { DashboardScreen } from './dashboard-screen'
export type { ChartRow } from './figures'
export { Chart } from './lazy-chart'
