/** The kanban board (specification 3 sections 2, 4 and 6). */
export { countOf, type Lane, lanesOfCard, laneTagsOf } from './lanes'
export { type MoveSteps, moveCard } from './move'
export { keepPlace, placeOf } from './places'
export { type BoardState, loadBoard, moreOf, openBoard, resetBoard, useBoard } from './store'
