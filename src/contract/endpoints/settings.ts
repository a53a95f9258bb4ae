/** Settings of a company and of the platform, and logos. */
import { z } from 'zod'
import { setting } from '../entities'
import { line, words } from '../requests'
import { listOf, text } from '../scalars'
import { LOGO_MAX_BYTES, LOGO_TARGETS } from '../settings'
import { done, endpoint } from './define'

const keyParam = z.object({ key: line(64).regex(/^\w+$/) })
const target = z.enum(LOGO_TARGETS)

/** A logo that stands in for Turno's mark. */
const logo = z.object({
  target,
  /** Below the server's origin, `/public/logos/...`; another file has another address. */
  path: text,
})
export type Logo = z.output<typeof logo>

export const settingEndpoints = {
  'settings.list': endpoint('GET', '/settings', {
    summary: 'What was chosen of the settings of the company and the platform',
    access: 'member',
    unpaid: true,
    response: () => listOf('settings', setting),
  }),
  // Before the one by key, whose path fits them too.
  'settings.trial': endpoint('GET', '/settings/trial', {
    summary: 'Days of the trial period',
    access: 'public',
    response: setting,
  }),
  'settings.allowRegister': endpoint('GET', '/settings/allowregister', {
    summary: 'Whether companies may sign up on their own',
    access: 'public',
    response: setting,
  }),
  'settings.get': endpoint('GET', '/settings/:key', {
    summary: 'One setting of the company',
    access: 'member',
    params: keyParam,
    response: setting,
    errors: ['ERR_NO_SETTING_FOUND'],
  }),
  'settings.public': endpoint('GET', '/public-settings/:key', {
    summary: 'A setting the sign-in screens need before anybody is known',
    access: 'public',
    params: keyParam,
    response: setting,
    errors: ['ERR_NO_SETTING_FOUND'],
  }),
  'settings.update': endpoint('PUT', '/settings/:key', {
    summary: 'Change one setting',
    access: 'settings:edit',
    params: keyParam,
    body: () => z.object({ value: words(10_000) }),
    response: setting,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_SETTING_FOUND'],
  }),
  'settings.uploadLogo': endpoint('POST', '/settings/media-upload', {
    summary: 'Put a logo in the place of Turno’s mark',
    access: 'super',
    query: () => z.object({ ref: target }),
    multipart: { fileField: 'file', maxFiles: 1, maxBytes: LOGO_MAX_BYTES },
    response: () => z.object({ mensagem: text }),
    errors: ['ERR_NO_PERMISSION', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE'],
  }),
  'settings.removeLogo': endpoint('DELETE', '/settings/media-upload', {
    summary: 'Show Turno’s mark again',
    access: 'super',
    query: () => z.object({ ref: target }),
    response: done,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'settings.logos': endpoint('GET', '/public-logos', {
    summary: 'The logos that stand in for Turno’s mark',
    access: 'public',
    response: () => z.object({ logos: listOf('logos', logo) }),
  }),
} as const
