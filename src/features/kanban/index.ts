/** The kanban board. */
export { KanbanScreen } from './kanban-screen'
