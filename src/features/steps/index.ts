/** Steps in forms and in words: of macros, of rules, of promises. */
export { StepsField } from './steps-field'
export { type Became, StepsInWords } from './steps-in-words'
export { type StepNames, stepText, useStepKinds, useStepNames } from './words'
