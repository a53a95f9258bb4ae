/** The mails Turno writes, in the language of the screen they were requested on. */
import type { LANGUAGES } from '@contract'
import en from '../../../../src/locales/en/mail.json' with { type: 'json' }
import es from '../../../../src/locales/es/mail.json' with { type: 'json' }
import pt from '../../../../src/locales/pt/mail.json' with { type: 'json' }
import { translators } from '../../../translators'
import type { Mail } from './send'

export type MailLanguage = (typeof LANGUAGES)[number]

const textsFor = translators({ pt: { mail: pt }, en: { mail: en }, es: { mail: es } })

/** Blocks of letters are easier to copy from one screen to another. */
const spaced = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')

/** The mail with the code of a forgotten password, which is valid for so many minutes. */
export function resetMail(
  to: { email: string; name: string; language: MailLanguage },
  code: string,
  minutes: number,
): Mail {
  const t = textsFor(to.language)
  const values = { name: to.name, code: spaced(code), minutes }
  return { to: to.email, subject: t('mail.reset.subject', values), text: t('mail.reset.text', values) }
}

/** The test mail. */
export function testMail(to: string, language: MailLanguage): Mail {
  const t = textsFor(language)
  return { to, subject: t('mail.test.subject'), text: t('mail.test.text') }
}
