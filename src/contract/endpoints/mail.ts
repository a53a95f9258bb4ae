/** Forgotten passwords, and the mail server they need. */
import { z } from 'zod'
import { LANGUAGES, NEW_PASSWORD, RESET_CODE } from '../constants'
import { emailAddress, line, token, words } from '../requests'
import { flag, instant, maybe, maybeText, text } from '../scalars'
import { done, endpoint } from './define'

/** Step 1 of a forgotten password. */
export const forgottenForm = z.object({
  email: line(255).min(1, 'Required').pipe(z.email('Invalid email')),
})

/** A password somebody chooses anew: length, an upper-case and a lower-case letter, a digit. */
export const newPassword = z
  .string()
  .max(NEW_PASSWORD.max, 'Too Long!')
  .refine(
    value =>
      value.length >= NEW_PASSWORD.min && /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\d/.test(value),
    'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
  )

/** How a mail server is spoken to: TLS from the first byte, STARTTLS before anything is said, or in the open. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

/** `smtp`: by the mail server; `folder`: a demo keeps mails in a folder; `none`: nothing leaves here yet. */
export const MAIL_DELIVERIES = ['smtp', 'folder', 'none'] as const

/** The platform's mail server. An empty host sends nothing; a password that is left out or empty stays as it is. */
export const mailSettingsForm = z.object({
  host: line(253).regex(/^[^\s/@:]*$|^[\da-f:]+$/i, 'Servidor inválido'),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITIES),
  user: line(255),
  password: words(500).optional(),
  /** Takes the kept password away. */
  forgetPassword: z.boolean().optional(),
  fromName: line(100),
  fromAddress: line(255).pipe(z.union([z.literal(''), z.email('Invalid email')])),
})

/** Whom a test mail goes to. */
export const mailTestForm = z.object({
  to: emailAddress,
  /** The language of the screen it was asked for on. */
  language: z.enum(LANGUAGES).default('pt'),
})

const mailSettings = z.object({
  host: text,
  port: z.number(),
  security: z.enum(MAIL_SECURITIES).catch('starttls'),
  user: text,
  hasPassword: flag,
  fromName: text,
  fromAddress: text,
  delivery: z.enum(MAIL_DELIVERIES).catch('none'),
  /** Where a demo keeps its mails; null for everybody else. */
  folder: maybeText,
  /** The last mail that could not be handed over, until one could. */
  failure: maybe(z.object({ at: instant, reason: text })),
})

export const mailEndpoints = {
  'passwords.forgotten': endpoint('POST', '/forgetpassword/:email', {
    summary: 'Send a code to whoever forgot the password; answered alike whether the address is known or not',
    access: 'public',
    params: forgottenForm,
    /** The language of the screen it was asked for on: the mail's. */
    query: () => z.object({ language: z.enum(LANGUAGES).default('pt') }),
    response: done,
    errors: ['ERR_TOO_MANY_ATTEMPTS', 'ERR_MAIL_NOT_SET_UP'],
  }),
  'passwords.reset': endpoint('POST', '/resetpasswords/:email/:token/:newPassword', {
    summary: 'A new password for whoever holds the code; all sessions of the account end',
    access: 'public',
    params: () => z.object({ email: emailAddress, token: token(RESET_CODE.max).min(1), newPassword }),
    response: done,
    errors: ['ERR_TOO_MANY_ATTEMPTS', 'ERR_RESET_CODE'],
  }),
  'mail.state': endpoint('GET', '/mail-state', {
    summary: 'Whether codes reach people by mail, or where a demo keeps them',
    access: 'public',
    response: () => z.object({ delivery: z.enum(MAIL_DELIVERIES).catch('smtp'), folder: maybeText }),
  }),
  'mail.settings': endpoint('GET', '/mail-settings', {
    summary: 'The platform’s mail server, without its password',
    access: 'super',
    response: mailSettings,
  }),
  'mail.saveSettings': endpoint('PUT', '/mail-settings', {
    summary: 'Change the platform’s mail server',
    access: 'super',
    body: mailSettingsForm,
    response: mailSettings,
  }),
  'mail.test': endpoint('POST', '/mail-settings/test', {
    summary: 'Send a test mail by the settings that are kept',
    access: 'super',
    body: mailTestForm,
    response: () => z.object({ delivery: z.enum(MAIL_DELIVERIES).catch('none') }),
    errors: ['ERR_MAIL_NOT_SET_UP', 'ERR_MAIL_REFUSED', 'ERR_TOO_MANY_ATTEMPTS'],
  }),
} as const
