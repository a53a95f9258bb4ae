/** The contacts screen and the dialog that other areas open. */
export { ContactDialog, type ContactDialogProps } from './contact-dialog'
export { ContactsScreen } from './contacts-screen'
export { type PersonalData, usePersonalData } from './use-personal-data'
