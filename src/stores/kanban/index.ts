/** The kanban board. */
export { countOf, type Lane, lanesOfCard, laneTagsOf } from './lanes'
export { type MoveSteps, moveCard } from './move'
export { keepPlace, placeOf } from './places'
export { type BoardState, loadBoard, moreOf, openBoard, resetBoard, showBoardOf, useBoard } from './store'
