/**
 * Words of the mails. Nobody is signed in when a password is forgotten and no language is known: each mail says it in
 * the three of the product, Portuguese first.
 */
import type { Mail } from './send'

/** Blocks of letters are easier to type from one screen into another. */
const spaced = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')

/** The mail with the code of a forgotten password. */
export function resetMail(to: string, name: string, code: string, minutes: number): Mail {
  const shown = spaced(code)
  return {
    to,
    subject: `Turno: ${shown} - redefinir senha / reset password / restablecer contraseña`,
    text: `Olá, ${name}.

Seu código de verificação: ${shown}

Digite-o na tela em que pediu uma nova senha. Ele vale por ${minutes} minutos e só uma vez. Se não foi você que pediu, ignore este e-mail: sua senha continua a mesma.

--
Your verification code: ${shown}
Type it on the screen where you asked for a new password. It is valid for ${minutes} minutes and only once. If it was not you, ignore this e-mail: your password stays as it is.

--
Su código de verificación: ${shown}
Escríbalo en la pantalla donde pidió una contraseña nueva. Vale por ${minutes} minutos y una sola vez. Si no fue usted, ignore este correo: su contraseña sigue igual.
`,
  }
}

/** The mail that shows that mails leave. */
export const testMail = (to: string): Mail => ({
  to,
  subject: 'Turno: e-mail de teste / test e-mail / correo de prueba',
  text: `Os e-mails desta plataforma saem por este servidor.

--
The e-mails of this platform leave by this server.

--
Los correos de esta plataforma salen por este servidor.
`,
})
