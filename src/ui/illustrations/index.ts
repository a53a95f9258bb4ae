/** The drawings of empty, failed and first states, in one hand. */
export { Desk } from './desk'
export type { DrawingProps } from './frame'
export { Connection, FiguresToCome, Locked, Unplugged } from './house'
export { FirstWay, Kept, NothingFound, People } from './lists'
export { AllAnswered, Later, Talking } from './talk'
