/** File lists of campaigns. */
export { FileListsScreen } from './file-lists-screen'
