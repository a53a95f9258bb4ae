export * from './conversation'
export * from './organisation'
export * from './workplace'
