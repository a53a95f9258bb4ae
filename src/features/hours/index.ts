/** Business hours and holidays, for the editor of a queue and the settings of the company. */
export { HolidaysPart } from './holidays-part'
export { HoursEditor, type HoursEditorProps } from './hours-editor'
export { OpeningSentence, openingText } from './opening-sentence'
export { useHoursRule } from './use-hours-rule'
export { weekOf } from './week'
