/** The kanban board (docs/specification.md 3.2, 3.4 and 3.6). */
export { countOf, type Lane, lanesOfCard, laneTagsOf } from './lanes'
export { type MoveSteps, moveCard } from './move'
export { keepPlace, placeOf } from './places'
export { type BoardState, loadBoard, moreOf, openBoard, resetBoard, showBoardOf, useBoard } from './store'
