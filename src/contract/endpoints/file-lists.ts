/** File lists: a message with files that campaigns send. */
import { z } from 'zod'
import { FILE_LIST, MESSAGE_MAX_CHARS } from '../constants'
import { fileList } from '../entities'
import { line, rowId, textId, token, upTo, words } from '../requests'
import { crud, paged } from './crud'
import { endpoint } from './define'

/** One entry of a file list as it is saved; its file follows by `files.upload`. */
export const fileOptionForm = z.object({
  /** The entry it is already; left out for a new one. */
  id: rowId.nullish(),
  name: line(FILE_LIST.option, 'Too Long!').min(1, 'Obrigatório'),
  /** Some servers keep what is sent here; Turno's own knows both from the file. */
  path: words(1_000).optional(),
  mediaType: token(100).optional(),
})

/** File list form rules. */
export const fileListForm = z.object({
  name: line(FILE_LIST.max, 'Too Long!').min(FILE_LIST.min, 'nome muito curto'),
  message: words(MESSAGE_MAX_CHARS).refine(text => text.trim() !== '', 'Obrigatório'),
  /** All entries in their order: those that are left out go, with their files. */
  options: upTo(FILE_LIST.options, fileOptionForm).optional(),
  userId: rowId.nullish(),
})

export const fileListEndpoints = {
  'files.page': endpoint('GET', '/files', {
    summary: 'File lists by name, paged',
    access: 'member',
    ...paged('files', 'files', fileList),
  }),
  ...crud('files', '/files', {
    access: 'admin',
    reads: 'member',
    record: fileList,
    form: fileListForm,
    missing: 'ERR_NO_FILE_FOUND',
    get: 'One file list with its files',
    create: [
      'Add a file list; its files follow by their entries',
      'ERR_NO_PERMISSION',
      'ERR_FILE_LIST_NAME_TAKEN',
      'ERR_CAMPAIGN_VARIABLE',
    ],
    update: [
      'Change a file list; entries that are left out go with their files',
      'ERR_NO_PERMISSION',
      'ERR_FILE_LIST_NAME_TAKEN',
      'ERR_FILE_LIST_IN_USE',
      'ERR_CAMPAIGN_VARIABLE',
    ],
    remove: ['Delete a file list with its files', 'ERR_NO_PERMISSION', 'ERR_FILE_LIST_IN_USE'],
  }),
  'files.upload': endpoint('POST', '/files/uploadList/:id', {
    summary: 'Give entries of a file list their files; `id` is repeated in the order of the files',
    access: 'admin',
    multipart: { fileField: 'files', maxFiles: FILE_LIST.options },
    body: () =>
      z.object({
        fileId: textId.optional(),
        typeArch: z.literal('fileList').optional(),
        /** The entry of the first file; each file has one. */
        id: textId,
        name: line(FILE_LIST.option).optional(),
        mediaType: token(100).optional(),
      }),
    response: fileList,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_FILE_FOUND', 'ERR_FILE_TOO_LARGE'],
  }),
} as const
