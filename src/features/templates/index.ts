/** Choosing, filling in and sending a template; opened by the composer. */
export { TemplateDialog } from './on-demand'
