/** Figures of service, wherever they are shown: their names, what they mean, how they read. */
export { NoChart, WaitingChart } from './chart-states'
export { CostTable } from './cost-table'
export { costGroupName, estimateText } from './cost-words'
export { FigureHelp, MeaningHelp } from './figure-help'
export {
  changeOf,
  type FigureChange,
  type FigureKind,
  type FigureName,
  figureText,
  figureValue,
  kindOf,
  type Reading,
  relativeChange,
  STATISTICS,
  type Statistic,
  ticketsBehind,
} from './figures'
export { StillCounting } from './still-counting'
