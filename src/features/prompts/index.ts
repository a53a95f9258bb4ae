/** AI prompts: their screen, editor and playground. */
export { PromptsScreen } from './prompts-screen'
