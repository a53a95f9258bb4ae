/** All tables of the workspace, by name. */
export * from './schema-audit'
export * from './schema-automation'
export * from './schema-conversation'
export * from './schema-keeping'
export * from './schema-organisation'
export * from './schema-payments'
export * from './schema-schedules'
export * from './schema-workplace'
