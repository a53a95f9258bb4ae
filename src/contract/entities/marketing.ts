/** Audiences and files of campaigns. */
import { z } from 'zod'
import {
  figure,
  id,
  listOf,
  maybeFigure,
  maybeFlag,
  maybeId,
  maybeName,
  maybeText,
  name,
  text,
} from '../scalars'

export const contactList = z.object({
  id,
  name,
  contactsCount: figure,
  /** How many of them are on WhatsApp; null where a server does not count. */
  validCount: maybeFigure,
  /** How many were not asked about yet; null where a server does not count. */
  waitingCount: maybeFigure,
  companyId: maybeId,
})
export type ContactList = z.output<typeof contactList>

/**
 * What is known of an item's number: not asked about yet, on WhatsApp, not on WhatsApp, or the same phone as another
 * item of the list, as the channel said. Only `valid` ones are written to.
 */
export const NUMBER_STATES = ['waiting', 'valid', 'invalid', 'repeated'] as const
export type NumberState = (typeof NUMBER_STATES)[number]

export const contactListItem = z.object({
  id,
  name,
  number: text,
  email: text,
  /** null: not asked about yet. */
  isWhatsappValid: maybeFlag,
  /** The same in full; null where a server does not say (`numberStateOf`). */
  numberState: maybeText,
  companyId: maybeId,
  contactListId: maybeId,
})
export type ContactListItem = z.output<typeof contactListItem>

/** What is known of an item's number, from any server. */
export function numberStateOf(
  item: Pick<ContactListItem, 'isWhatsappValid'> & { numberState?: string | null },
): NumberState {
  const stated = NUMBER_STATES.find(state => state === item.numberState)
  if (stated) return stated
  if (item.isWhatsappValid === null) return 'waiting'
  return item.isWhatsappValid ? 'valid' : 'invalid'
}

/** One file of a file list; `path` is its address, "" while it has none. */
export const fileOption = z.object({
  id,
  name,
  path: text,
  mediaType: text,
  /** The file's own name; null where a server keeps none, or there is no file. */
  mediaName: maybeName,
  /** Bytes. */
  mediaSize: maybeFigure,
})
export type FileOption = z.output<typeof fileOption>

/** A message with files. Pages of some servers leave `options` out: the single record has them. */
export const fileList = z.object({
  id,
  name,
  message: text,
  options: listOf('fileList.options', fileOption),
  /** How many files it has, where a page leaves them out. */
  optionsCount: maybeFigure,
})
export type FileList = z.output<typeof fileList>
