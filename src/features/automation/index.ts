/** Fields by which a connection or a queue names an AI prompt or an integration. */
export { AutomationField, type AutomationKind } from './automation-field'
