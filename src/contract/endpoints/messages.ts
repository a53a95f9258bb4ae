/** Messages. */
import { z } from 'zod'
import { UTILITY_TEXT_CHARS } from '../constants'
import { message, reaction, ticket } from '../entities'
import { expecting } from '../expected'
import { MENU_FAULTS, menuParts } from '../menus'
import { FOUND_BY, FOUND_KINDS } from '../message-bodies'
import { day, pageNumber, queryFlag, rowId, searchParam, token, words } from '../requests'
import { hasMore, listOf, maybe, rowCount } from '../scalars'
import { done, endpoint } from './define'

const messageParam = z.object({ id: token(128).min(1) })
/** Id the sending client gives a message; the same id twice is one message. */
export const clientId = token(64).min(8)

/** What is in each gap of a template, by its key (../templates.ts). */
const templateValues = z
  .record(token(80), words(2_000))
  .refine(values => Object.keys(values).length <= 100, 'at most 100 values')

export const messageEndpoints = {
  'messages.list': endpoint('GET', '/messages/:ticketId', {
    summary: 'A page of a thread, newest page first, each page in order of time',
    access: 'member',
    query: () =>
      z.object({
        pageNumber,
        /** Opaque position: the page that ends right before this message id. Beats pageNumber. */
        before: token(128).optional(),
        /** `false`: looking leaves no trace (spy, wall, preview). */
        markAsRead: queryFlag,
      }),
    response: () =>
      z.object({
        messages: listOf('messages', message),
        ticket: maybe(ticket),
        count: rowCount,
        hasMore,
      }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'messages.search': endpoint('GET', '/messages/:ticketId/search', {
    summary:
      'Messages of a conversation that contain a text, also in the names of files, or are of a kind: of the ticket and of its contact’s others, oldest first',
    access: 'member',
    query: () =>
      z.object({
        searchParam,
        /** Who wrote: the customer, or anybody of the company and its automatic replies. */
        by: z.enum(FOUND_BY).optional(),
        kind: z.enum(FOUND_KINDS).optional(),
        /** Of the company's calendar. */
        day: day.optional(),
      }),
    response: () =>
      z.object({
        hits: listOf('messages.search', z.object({ id: z.string(), ticketId: z.number().int() })),
        /** There are more, further back. */
        hasMore,
      }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'messages.send': endpoint('POST', '/messages/:ticketId', {
    summary: 'Send text, or files with captions (multipart)',
    access: 'member',
    body: () =>
      z.object({
        body: words(70_000).default(''),
        clientId: clientId.optional(),
        /** A person sends it again, although nobody knows whether it left (ERR_WAPP_UNSURE). Text in a multipart body. */
        again: queryFlag,
        read: z.union([z.boolean(), z.number()]).optional(),
        /** Text in a multipart body. */
        fromMe: queryFlag,
        mediaUrl: words(2_000).optional(),
        quotedMsg: z.union([z.object({ id: token(128) }), token(128).transform(id => ({ id }))]).nullish(),
        /** Buttons, list or link below the body; not together with files. */
        menu: menuParts.nullish(),
        /** Of the newest message its writer had seen only what a colleague wrote since is a reason to refuse it. */
        ...expecting,
        /** What its writer wrote before it was translated, and in which language. */
        original: words(70_000).optional(),
        originalLanguage: z
          .string()
          .regex(/^[a-z]{2,3}$/)
          .optional(),
      }),
    multipart: { fileField: 'medias', maxFiles: 10 },
    response: () => z.object({ message: maybe(message), messages: listOf('messages.send', message) }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_CHANGED',
      'ERR_SENDING_WAPP_MSG',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_CREATING_MESSAGE',
      'ERR_FILE_TOO_LARGE',
      'ERR_FILE_TYPE',
      'ERR_MESSAGE_TOO_LONG',
      ...MENU_FAULTS,
    ],
  }),
  'messages.typing': endpoint('POST', '/messages/:ticketId/typing', {
    summary:
      'Somebody writes: shown on the customer’s phone for a while, where the number can; sent without a body',
    access: 'member',
    response: done,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'messages.askNumber': endpoint('POST', '/messages/:ticketId/ask-number', {
    summary: 'Ask a customer who shows no phone for it, where the number can',
    access: 'member',
    body: () => z.object(expecting),
    response: () => z.object({ message: maybe(message) }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_CHANGED',
      'ERR_WAPP_UNSUPPORTED',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_SENDING_WAPP_MSG',
    ],
  }),
  'messages.sendTemplate': endpoint('POST', '/messages/:ticketId/template', {
    summary: 'Send a template of the number, filled in; its file, where it wants one, as multipart',
    access: 'member',
    body: () =>
      z.object({
        clientId,
        name: token(512).min(1),
        language: token(20).min(2),
        values: templateValues,
        ...expecting,
      }),
    multipart: { fileField: 'medias', maxFiles: 1 },
    response: () => z.object({ message: maybe(message) }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_CHANGED',
      'ERR_TEMPLATE_MISSING',
      'ERR_TEMPLATE_NOT_APPROVED',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_UNSUPPORTED',
      'ERR_FILE_TOO_LARGE',
      'ERR_FILE_TYPE',
    ],
  }),
  'messages.sendUtility': endpoint('POST', '/messages/:ticketId/utility', {
    summary: 'Send utility text without a template, where the number is let do so',
    access: 'member',
    body: () => z.object({ clientId, body: words(UTILITY_TEXT_CHARS).trim().min(1), ...expecting }),
    response: () => z.object({ message: maybe(message) }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_CHANGED',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_UNSUPPORTED',
      'ERR_WAPP_NO_DIRECT_SEND',
      'ERR_SENDING_WAPP_MSG',
    ],
  }),
  'messages.edit': endpoint('POST', '/messages/edit/:id', {
    summary: 'Change the text of an own message',
    access: 'member',
    params: messageParam,
    body: () =>
      z.object({
        body: words(70_000).trim().min(1),
        read: z.unknown().optional(),
        fromMe: z.unknown().optional(),
        mediaUrl: z.unknown().optional(),
        quotedMsg: z.unknown().optional(),
      }),
    response: () => z.object({ message: maybe(message) }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_MESSAGE_NOT_OWN',
      'ERR_FETCH_WAPP_MSG',
      'ERR_NO_PERMISSION',
      'ERR_MESSAGE_TOO_LONG',
    ],
  }),
  'messages.touch': endpoint('PUT', '/messages/:id', {
    summary: 'Mark a message read; sent without a body',
    access: 'member',
    params: messageParam,
    response: done,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'messages.remove': endpoint('DELETE', '/messages/:id', {
    summary: 'Delete an own message for everybody',
    access: 'member',
    params: messageParam,
    response: done,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_MESSAGE_NOT_OWN', 'ERR_DELETE_WAPP_MSG', 'ERR_NO_PERMISSION'],
  }),
  'messages.react': endpoint('POST', '/messages/:id/reactions', {
    summary: 'React with an emoji of the fixed set; an empty type takes it back',
    access: 'member',
    params: messageParam,
    body: () => z.object({ type: token(16) }),
    response: () => z.object({ reactions: listOf('messages.react', reaction) }),
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_SENDING_WAPP_REACTION', 'ERR_NO_PERMISSION'],
  }),
  'messages.forward': endpoint('POST', '/message/forward', {
    summary: 'Forward a message to a contact',
    access: 'member',
    body: () =>
      z.object({
        messageId: token(128).min(1),
        contactId: rowId,
        signMessage: z.boolean().optional(),
        clientId: clientId.optional(),
        /** Of the contact's conversation only that a colleague has it, and another than was thought, is a reason to refuse it. */
        ...expecting,
      }),
    response: () => z.object({ message: maybe(message), ticket: maybe(ticket) }),
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_SENDING_WAPP_MSG',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_CHANGED',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_WAPP_DOWNLOAD_MEDIA',
    ],
  }),
} as const
