/** Companies, their plans, and help videos. */
import { z } from 'zod'
import { SIGN_UP_PHONE_DIGITS } from '../constants'
import { company, help, plan } from '../entities'
import { RECURRENCES } from '../recurrence'
import { line, moment, rowId, words } from '../requests'
import { figure, listOf } from '../scalars'
import { VIDEO_CODE } from '../videos'
import { companyEmail, companyName, companyPassword } from './company-words'
import { crud, paged } from './crud'
import { endpoint } from './define'
import { firstCompanyEndpoints } from './first'
import { businessHours } from './queues'

/** A number as people write it; kept as its digits. */
const phone = line(25)
  .refine(value => /^[+\d\s().-]*$/.test(value), 'Invalid phone')
  .transform(value => value.replace(/\D/g, ''))

/** An instant or a day; empty or unreadable is none. */
const dueDate = z
  .union([z.string().max(40), z.null()])
  .optional()
  .transform((value): string | null | undefined => {
    if (value === undefined) return undefined
    const at = Date.parse(value ?? '')
    const parsed = Number.isNaN(at) ? null : moment.safeParse(new Date(at).toISOString())
    return parsed?.success ? parsed.data : null
  })

/**
 * Form of a company. `password` is that of its first admin, who signs in with the company's e-mail; asked for once, when
 * the company is added. What is left out of an update stays as it is.
 */
export const companyForm = z.object({
  name: companyName,
  email: companyEmail,
  phone: phone.nullish(),
  planId: rowId,
  status: z.boolean().optional(),
  campaignsEnabled: z.boolean().optional(),
  dueDate,
  recurrence: z.enum(RECURRENCES).nullish(),
  password: z.union([z.literal(''), companyPassword]).optional(),
})

/** A company that signs up by itself; when it is due and what it may do is for the platform to say. */
export const signUpForm = z.object({
  name: companyName,
  email: companyEmail,
  phone: line(25)
    .transform(value => value.replace(/\D/g, ''))
    .pipe(
      z
        .string()
        .refine(
          digits =>
            digits === '' ||
            (digits.length >= SIGN_UP_PHONE_DIGITS.min && digits.length <= SIGN_UP_PHONE_DIGITS.max),
          'Invalid phone',
        ),
    )
    .optional(),
  password: companyPassword,
  planId: rowId,
  recurrence: z.enum(RECURRENCES).optional(),
  /** Sent by legacy consoles, and not heard: a stranger does not choose how long he may stay. */
  dueDate: z.unknown().optional(),
  status: z.unknown().optional(),
  campaignsEnabled: z.unknown().optional(),
})

const most = z.number().int().min(0).max(100_000)

/** Form of a plan; 0 users, connections or queues is no limit. A new one has every feature. */
export const planForm = z.object({
  name: line(50, 'Too Long!').min(2, 'Too Short!'),
  users: most,
  connections: most,
  queues: most,
  value: z.number().min(0).max(10_000_000),
  useCampaigns: z.boolean().default(true),
  useSchedules: z.boolean().default(true),
  useInternalChat: z.boolean().default(true),
  useExternalApi: z.boolean().default(true),
  useKanban: z.boolean().default(true),
  useOpenAi: z.boolean().default(true),
  useIntegrations: z.boolean().default(true),
  useInternal: z.boolean().default(false),
})

/** Form of a help video; `video` is the code in a YouTube address. */
export const helpForm = z.object({
  title: line(120, 'Too Long!').min(3, 'Too Short!'),
  video: line(500).transform(videoCode).pipe(z.string().regex(VIDEO_CODE, 'Invalid video')),
  description: words(2_000).trim().min(3, 'Too Short!'),
})

/** The code of a video, from the code itself or from an address people copy (watch, short and embedded ones). */
export function videoCode(typed: string): string {
  const found = /(?:[?&]v=|youtu\.be\/|\/(?:embed|shorts|live)\/)([\w-]+)/.exec(typed)
  return found?.[1] ?? typed
}

const FOREIGN = ['ERR_NO_PERMISSION', 'ERR_NO_COMPANY_FOUND'] as const
const COMPANY_ERRORS = [
  'ERR_NO_PERMISSION',
  'ERR_NO_PLAN_FOUND',
  'ERR_COMPANY_NAME_ALREADY_EXISTS',
  'ERR_DUPLICATED_USER',
] as const
const PLAN_ERRORS = ['ERR_NO_PERMISSION', 'ERR_NO_PLAN_FOUND', 'ERR_PLAN_NAME_ALREADY_EXISTS'] as const

export const companyEndpoints = {
  ...firstCompanyEndpoints,
  'companies.list': endpoint('GET', '/companies', {
    summary: 'Companies of the platform by name, paged',
    access: 'super',
    ...paged('companies', 'companies', company),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'companies.all': endpoint('GET', '/companies/list', {
    summary: 'Every company with its plan',
    access: 'super',
    response: () => listOf('companies.all', company),
    errors: ['ERR_NO_PERMISSION'],
  }),
  ...crud('companies', '/companies', {
    access: 'super',
    reads: 'member',
    record: company,
    form: companyForm,
    change: () => companyForm.omit({ password: true }).partial(),
    get: ['The own company', ...FOREIGN],
    create: ['Add a company with its first admin', ...COMPANY_ERRORS],
    update: ['Change a company', ...COMPANY_ERRORS, 'ERR_NO_COMPANY_FOUND'],
    remove: ['Delete a company with everything it has', ...FOREIGN, 'ERR_COMPANY_OF_PLATFORM'],
  }),
  'companies.contents': endpoint('GET', '/companies/:id/contents', {
    summary: 'What would be lost with a company',
    access: 'super',
    response: () =>
      z.object({
        users: figure,
        connections: figure,
        queues: figure,
        contacts: figure,
        tickets: figure,
        messages: figure,
      }),
    errors: [...FOREIGN],
  }),
  'companies.register': endpoint('POST', '/companies/cadastro', {
    summary: 'Sign up: a company with its first admin, to be tried for some days',
    access: 'public',
    body: signUpForm,
    response: company,
    errors: [
      'ERR_USER_CREATION_DISABLED',
      'ERR_NO_PLAN_FOUND',
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_DUPLICATED_USER',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
  'companies.schedules': endpoint('PUT', '/companies/:id/schedules', {
    summary: 'Business hours of a company',
    access: 'settings:edit',
    body: () => z.object({ id: rowId.optional(), schedules: businessHours }),
    response: company,
    errors: [...FOREIGN],
  }),

  'plans.offered': endpoint('GET', '/plans/list', {
    summary: 'Plans a new company may choose from',
    access: 'public',
    response: () => listOf('plans.offered', plan),
  }),
  'plans.register': endpoint('GET', '/plans/register', {
    summary: 'The same, for the sign-up form',
    access: 'public',
    response: () => listOf('plans.register', plan),
  }),
  'plans.all': endpoint('GET', '/plans/all', {
    summary: 'Every plan, for pickers',
    access: 'super',
    response: () => listOf('plans.all', plan),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'plans.list': endpoint('GET', '/plans', {
    summary: 'Plans by name, paged',
    access: 'super',
    ...paged('plans', 'plans', plan),
    errors: ['ERR_NO_PERMISSION'],
  }),
  ...crud('plans', '/plans', {
    access: 'super',
    record: plan,
    form: planForm,
    get: ['One plan', 'ERR_NO_PERMISSION', 'ERR_NO_PLAN_FOUND'],
    create: ['Add a plan', ...PLAN_ERRORS],
    update: ['Change a plan; the companies that have it follow at once', ...PLAN_ERRORS],
    remove: [
      'Delete a plan that no company has',
      'ERR_NO_PERMISSION',
      'ERR_NO_PLAN_FOUND',
      'ERR_PLAN_IN_USE',
    ],
  }),

  'helps.list': endpoint('GET', '/helps', {
    summary: 'Help videos by title, paged',
    access: 'member',
    ...paged('records', 'helps', help),
  }),
  'helps.all': endpoint('GET', '/helps/list', {
    summary: 'Every help video',
    access: 'member',
    response: () => listOf('helps.all', help),
  }),
  ...crud('helps', '/helps', {
    access: 'super',
    record: help,
    form: helpForm,
    missing: 'ERR_NO_HELP_FOUND',
    create: ['Add a help video', 'ERR_NO_PERMISSION'],
    update: ['Change a help video', 'ERR_NO_PERMISSION'],
    remove: ['Delete a help video', 'ERR_NO_PERMISSION'],
  }),
} as const
