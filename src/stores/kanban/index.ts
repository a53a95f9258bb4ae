/** The kanban board. */
export { type MoveSteps, moveCard } from './move'
export {
  boardNow,
  countOf,
  keepPlace,
  type Lane,
  loadBoard,
  moreOf,
  openBoard,
  placeOf,
  resetBoard,
  showBoardOf,
  useBoard,
  useBoardState,
  useLaneCounts,
} from './store'
