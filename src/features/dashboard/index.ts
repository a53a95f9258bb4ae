/** The dashboard of a company. */
export { Copilot } from './copilot'
export { DashboardScreen } from './dashboard-screen'
export { type ChartRow, dayRows } from './figures'
export { Chart } from './lazy-chart'
export { chartQuery, countersQuery } from './period'
