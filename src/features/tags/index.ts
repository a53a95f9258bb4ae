/** Tags of the company. */
export { TagsScreen } from './tags-screen'
