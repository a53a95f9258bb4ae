/** People of the company: the screen of administrators, and everybody's own profile. */
export { ProfileDialog, type ProfileDialogProps } from './profile-dialog'
export { SeesNothing } from './sees-nothing'
export { UserDialog, type UserDialogProps } from './user-dialog'
export { UsersScreen } from './users-screen'
