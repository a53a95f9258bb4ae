/** The to-do list of this computer. */
export { TodoScreen } from './todo-screen'
