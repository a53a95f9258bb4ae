/** Choosing, filling in and sending a template; opened by the composer. */
export { TemplateDialog } from './on-demand'
export { TemplatePreview } from './template-preview'
export { isSendable, keyOf, matching, useTemplates } from './use-templates'
