/** The contacts screen and the dialog that other areas open. */
export type { ContactDialogProps } from './contact-dialog'
export { ContactsScreen } from './contacts-screen'
export { ContactDialog } from './dialogs'
export { type PersonalData, usePersonalData } from './use-personal-data'
