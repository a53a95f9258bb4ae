/** The kanban board. */
export { type MoveSteps, moveCard } from './move'
export { keepPlace, placeOf } from './places'
export {
  boardNow,
  countOf,
  type Lane,
  loadBoard,
  moreOf,
  openBoard,
  resetBoard,
  showBoardOf,
  useBoard,
  useBoardState,
  useLaneCounts,
} from './store'
