/** Steps in forms and in words: of macros, of rules, of promises. */
export { SpanField } from './span-field'
export { StepsField } from './steps-field'
export { type Became, StepsInWords } from './steps-in-words'
export { spanText, stepText, useStepKinds, useStepNames } from './words'
