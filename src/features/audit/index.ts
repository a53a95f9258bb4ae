/** The audit log: who changed what. */
export { AuditScreen } from './audit-screen'
