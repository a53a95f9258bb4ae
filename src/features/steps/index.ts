/** Steps in forms and in words: of macros, of rules, of promises. */
export { SpanField } from './span-field'
export { stepsKind } from './steps-field'
export { type Became, StepsInWords } from './steps-in-words'
export { spanText, useStepNames, useStepsText } from './words'
