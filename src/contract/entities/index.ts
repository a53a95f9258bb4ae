export * from './administration'
export * from './conversation'
export * from './organisation'
export * from './workplace'
