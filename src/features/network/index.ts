export { NetworkQuestion } from './network-question'
