export { ApiError, isAborted } from './api-error'
export { call, createClient } from './client'
export { localFiles, UploadError } from './local-files'
