/** Choosing, filling in and sending a template; opened by the composer. */
export { TemplateDialog } from './template-dialog'
