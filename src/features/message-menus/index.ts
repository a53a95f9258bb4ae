/** Messages with buttons, a list or a link: their form, for a conversation and for quick messages, and how they will look. */

export { MenuField } from './menu-field'
export { MenuPreview } from './menu-preview'
export { MenuDialog } from './on-demand'
