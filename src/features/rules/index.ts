/** Rules: what the workspace does by itself. */
export { RulesScreen } from './rules-screen'
