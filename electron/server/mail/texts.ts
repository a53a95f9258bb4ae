/** Words of the mails, in the language of the screen they were asked for on. */
import type { LANGUAGES } from '@contract'
import type { Mail } from './send'

export type MailLanguage = (typeof LANGUAGES)[number]
type Words = Pick<Mail, 'subject' | 'text'>

/** Blocks of letters are easier to type from one screen into another. */
const spaced = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')

const RESET: Record<MailLanguage, (name: string, code: string, minutes: number) => Words> = {
  pt: (name, code, minutes) => ({
    subject: `Turno: ${code} - redefinir senha`,
    text: `Olá, ${name}.

Seu código de verificação: ${code}

Digite-o na tela em que pediu uma nova senha. Ele vale por ${minutes} minutos e só uma vez. Se não foi você que pediu, ignore este e-mail: sua senha continua a mesma.
`,
  }),
  en: (name, code, minutes) => ({
    subject: `Turno: ${code} - reset password`,
    text: `Hello, ${name}.

Your verification code: ${code}

Type it on the screen where you asked for a new password. It is valid for ${minutes} minutes and only once. If it was not you, ignore this e-mail: your password stays as it is.
`,
  }),
  es: (name, code, minutes) => ({
    subject: `Turno: ${code} - restablecer contraseña`,
    text: `Hola, ${name}.

Su código de verificación: ${code}

Escríbalo en la pantalla donde pidió una contraseña nueva. Vale por ${minutes} minutos y una sola vez. Si no fue usted, ignore este correo: su contraseña sigue igual.
`,
  }),
}

/** The mail with the code of a forgotten password, which is valid for so many minutes. */
export const resetMail = (
  to: { email: string; name: string; language: MailLanguage },
  code: string,
  minutes: number,
): Mail => ({ to: to.email, ...RESET[to.language](to.name, spaced(code), minutes) })

const TEST: Record<MailLanguage, Words> = {
  pt: {
    subject: 'Turno: e-mail de teste',
    text: 'Os e-mails desta plataforma saem por este servidor.\n',
  },
  en: { subject: 'Turno: test e-mail', text: 'The e-mails of this platform leave by this server.\n' },
  es: {
    subject: 'Turno: correo de prueba',
    text: 'Los correos de esta plataforma salen por este servidor.\n',
  },
}

/** The mail that shows that mails leave. */
export const testMail = (to: string, language: MailLanguage): Mail => ({ to, ...TEST[language] })
