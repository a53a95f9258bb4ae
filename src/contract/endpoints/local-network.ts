/** A company on one computer that lets colleagues of the same network in (docs/local-network.md). */
import { z } from 'zod'
import { USER_NAME } from '../constants'
import { PROFILES } from '../permissions'
import { emailAddress, line, rowId, rowIds, token } from '../requests'
import { companyPassword } from './company-words'
import { done, endpoint } from './define'

const openInvitation = z.object({
  id: z.number().int(),
  /** Who it is for. */
  name: z.string(),
  profile: z.enum(PROFILES),
  queueIds: z.array(z.number().int()),
  /** Somebody who has a user already, and another computer now; null: somebody new. */
  userId: z.number().int().nullable(),
  /** ISO-8601 instant. */
  expiresAt: z.string(),
})
export type OpenInvitation = z.output<typeof openInvitation>

const localNetworkState = z.object({
  on: z.boolean(),
  /** Host and port of each of this computer's addresses in its networks; none while it is off. */
  places: z.array(z.string()),
  /** Of its key; "" while it was never on. */
  fingerprint: z.string(),
  /** Those that can still be taken, of the caller's company. */
  invitations: z.array(openInvitation),
})
export type LocalNetworkState = z.output<typeof localNetworkState>

export const invitationForm = z.object({
  name: line(USER_NAME.max, 'Too Long!').min(USER_NAME.min, 'Too Short!'),
  profile: z.enum(PROFILES).default('user'),
  queueIds: rowIds,
  userId: rowId.nullish(),
})

const newInvitation = openInvitation.extend({
  /** Host and port, as the code needs them beside it. */
  at: z.string(),
  link: z.string(),
  code: z.string(),
})
export type NewInvitation = z.output<typeof newInvitation>

const secret = token(16)

export const invitationPreview = z.object({
  company: z.string(),
  name: z.string(),
  /** What somebody who has a user signs in with; null: somebody new. */
  email: z.string().nullable(),
})
export type InvitationPreview = z.output<typeof invitationPreview>

export const joinAnswer = z.object({
  /** What consoles of this computer show with every call. */
  key: z.string(),
  /** Where the computer is found: its names, then its addresses. */
  places: z.array(z.string()),
})

export const joinForm = z.object({
  name: line(USER_NAME.max, 'Too Long!').min(USER_NAME.min, 'Too Short!'),
  email: emailAddress,
  password: companyPassword,
})

export const localNetworkEndpoints = {
  'localNetwork.get': endpoint('GET', '/local-network', {
    summary: 'Whether colleagues of this network are let in, where, and the open invitations of the company',
    access: 'users:manage',
    response: () => localNetworkState,
  }),
  'localNetwork.open': endpoint('POST', '/local-network/open', {
    summary: 'Listen for colleagues in the networks of this computer',
    access: 'super',
    response: done,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'localNetwork.close': endpoint('POST', '/local-network/close', {
    summary: 'Listen no more, and end the connections there are',
    access: 'super',
    response: done,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'invitations.create': endpoint('POST', '/invitations', {
    summary: 'Invite a colleague of this network; the answer alone holds the secret',
    access: 'users:manage',
    body: () => invitationForm,
    response: () => newInvitation,
    errors: [
      'ERR_NO_PERMISSION',
      'ERR_NO_NETWORK',
      'ERR_INVITATIONS_FULL',
      'ERR_USER_CREATION_DISABLED',
      'ERR_PLAN_LIMIT',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
    ],
  }),
  'invitations.remove': endpoint('DELETE', '/invitations/:id', {
    summary: 'Take an invitation back',
    access: 'users:manage',
    response: done,
    errors: ['ERR_INVITATION'],
  }),
  'invitations.look': endpoint('POST', '/invitations/look', {
    summary: 'Whom an invitation is for; it stays open',
    access: 'public',
    body: () => z.object({ secret }),
    response: invitationPreview,
    errors: ['ERR_INVITATION', 'ERR_TOO_MANY_ATTEMPTS'],
  }),
  'invitations.join': endpoint('POST', '/invitations/join', {
    summary: 'Take an invitation: a new user, or the password of the one there is',
    access: 'public',
    body: () => joinForm.extend({ secret }),
    response: joinAnswer,
    errors: [
      'ERR_INVITATION',
      'ERR_TOO_MANY_ATTEMPTS',
      'ERR_INVALID_CREDENTIALS',
      'ERR_DUPLICATED_USER',
      'ERR_USER_CREATION_DISABLED',
      'ERR_PLAN_LIMIT',
    ],
  }),
} as const
