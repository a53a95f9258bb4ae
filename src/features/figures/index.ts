/** Figures of service, wherever they are shown: their names, what they mean, how they read. */
export { NoChart, WaitingChart } from './chart-states'
export { FigureHelp } from './figure-help'
export {
  changeOf,
  type FigureName,
  figureText,
  figureValue,
  kindOf,
  type Reading,
  STATISTICS,
  type Statistic,
  ticketsBehind,
} from './figures'
