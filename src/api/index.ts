export { ApiError, type FailureKind, isAborted } from './api-error'
export { type ApiClient, type CallOptions, call, createClient } from './client'
