/** The dashboard of a company (docs/specification.md 1.2). */
export { Copilot } from './copilot'
export { DashboardScreen } from './dashboard-screen'
export { type ChartRow, dayRows } from './figures'
export { Chart } from './lazy-chart'
export { chartQuery, countersQuery } from './period'
