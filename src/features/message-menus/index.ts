/** Buttons, lists and links of messages: the form field, the dialog of the composer, and the preview. */

export { MenuField } from './menu-field'
export { MenuPreview } from './menu-preview'
export { MenuDialog } from './on-demand'
