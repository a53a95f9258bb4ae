/** Contact lists of campaigns: the lists, their contacts, and the import of spreadsheets. */
export { ContactListsScreen } from './contact-lists-screen'
export { ContactListItemsScreen } from './items-screen'
