/** The first company of an empty workspace, and a new company's first steps. */
import { z } from 'zod'
import { USER_NAME } from '../constants'
import { line } from '../requests'
import { settingAccepts } from '../settings'
import { companyEmail, companyName, companyPassword } from './company-words'
import { done, endpoint } from './define'

/** `demo`: sample data and simulated customers; `company`: a real one; `empty`: the first company is still to come. */
const WORKSPACE_KINDS = ['demo', 'company', 'empty'] as const
/** What the numbers of a workspace reach: `none`: no way to WhatsApp is installed yet. */
const CHANNEL_KINDS = ['simulated', 'none', 'real'] as const

/** Form of the first company and of the person who begins it: its admin, and the workspace's super-administrator. */
export const foundingForm = z.object({
  company: companyName,
  name: line(USER_NAME.max, 'Too Long!').min(USER_NAME.min, 'Too Short!'),
  email: companyEmail,
  password: companyPassword,
  timezone: z.string().refine(zone => settingAccepts('timezone', zone), 'Invalid time zone'),
  /** Asked for by a server that stands alone: it prints the code where it was started. */
  code: line(64).optional(),
})

const firstSteps = z.object({
  /** Whether the list is still to be shown; it is put away by hand. Null for a company that never had one. */
  shown: z.boolean().nullable(),
  number: z.boolean(),
  queue: z.boolean(),
  colleagues: z.boolean(),
  message: z.boolean(),
  /** A customer's message has come in: the company is reached, not only prepared. */
  received: z.boolean().default(false),
})
export type FirstSteps = z.output<typeof firstSteps>

const state = z.object({
  kind: z.enum(WORKSPACE_KINDS),
  channel: z.enum(CHANNEL_KINDS),
  /** Providers a new connection may be given (column `provider`); none where it is not asked. */
  providers: z.array(z.string()).default([]),
  /** Those of them that need a package this server lacks. */
  missing: z.array(z.string()).default([]),
  /** The founding form has to carry a code. */
  codeNeeded: z.boolean(),
})
export type WorkspaceState = z.output<typeof state>

export const workspaceEndpoints = {
  'workspace.state': endpoint('GET', '/workspace', {
    summary: 'Whether this is a demo, a company, or a workspace that waits for its first one',
    access: 'public',
    response: state,
  }),
  'workspace.found': endpoint('POST', '/workspace', {
    summary: 'The first company of an empty workspace, with its admin',
    access: 'public',
    body: foundingForm,
    response: done,
    errors: ['ERR_WORKSPACE_FOUNDED', 'ERR_SETUP_CODE', 'ERR_TOO_MANY_ATTEMPTS'],
  }),
  'firstSteps.get': endpoint('GET', '/first-steps', {
    summary: 'What a new company has done of its first steps',
    access: 'admin',
    response: firstSteps,
  }),
  'firstSteps.update': endpoint('PUT', '/first-steps', {
    summary: 'Put the list of first steps away, or back',
    access: 'admin',
    body: () => z.object({ shown: z.boolean() }),
    response: firstSteps,
  }),
} as const
