export { ApiError, type FailureKind, isAborted } from './api-error'
export { type ApiClient, type CallOptions, call, createClient } from './client'
export { type LocalFiles, localFiles, UploadError } from './local-files'
