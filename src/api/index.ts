export { ApiError, isAborted } from './api-error'
export { call, createClient, dropAnswers } from './client'
export { localFiles, UploadError } from './local-files'
