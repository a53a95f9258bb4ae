const pt = {
  title: 'Entrar',
  lead: 'Use a conta da sua empresa.',
  email: 'E-mail',
  password: 'Senha',
  show: 'Mostrar a senha',
  hide: 'Ocultar a senha',
  submit: 'Entrar',
  busy: 'Entrando…',
  forgot: 'Esqueci minha senha',
  signup: 'Criar uma conta',
  needEmail: 'Informe seu e-mail',
  badEmail: 'Este e-mail parece incompleto',
  needPassword: 'Informe sua senha',
  due: 'A assinatura da sua empresa venceu em {{date}}. Entre em contato com o suporte.',
  elsewhere: 'Sua conta foi acessada em outro computador.',
  expired: 'Sua sessão terminou. Entre de novo: seus rascunhos estão guardados.',
  footer: 'Turno {{version}} · {{year}}',
  plainTitle: 'Guardar sua sessão sem cofre?',
  plainText:
    'Este computador não oferece um cofre de senhas. Para continuar conectado depois de fechar o Turno, a sessão ficaria no disco sem criptografia, ao alcance de quem usa esta conta do computador.',
  plainAllow: 'Guardar mesmo assim',
  plainRefuse: 'Não guardar',
}

type Words = Record<keyof typeof pt, string>

const en: Words = {
  title: 'Sign in',
  lead: 'Use the account of your company.',
  email: 'E-mail',
  password: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Sign in',
  busy: 'Signing in…',
  forgot: 'I forgot my password',
  signup: 'Create an account',
  needEmail: 'Enter your e-mail',
  badEmail: 'This e-mail looks incomplete',
  needPassword: 'Enter your password',
  due: "Your company's subscription expired on {{date}}. Contact support.",
  elsewhere: 'Your account was opened on another computer.',
  expired: 'Your session has ended. Sign in again: your drafts are kept.',
  footer: 'Turno {{version}} · {{year}}',
  plainTitle: 'Keep your session without a vault?',
  plainText:
    'This computer offers no password vault. To stay signed in after closing Turno, the session would rest on disk without encryption, within reach of whoever uses this computer account.',
  plainAllow: 'Keep it anyway',
  plainRefuse: 'Do not keep it',
}

const es: Words = {
  title: 'Iniciar sesión',
  lead: 'Use la cuenta de su empresa.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  show: 'Mostrar la contraseña',
  hide: 'Ocultar la contraseña',
  submit: 'Entrar',
  busy: 'Entrando…',
  forgot: 'Olvidé mi contraseña',
  signup: 'Crear una cuenta',
  needEmail: 'Escriba su correo',
  badEmail: 'Este correo parece incompleto',
  needPassword: 'Escriba su contraseña',
  due: 'La suscripción de su empresa venció el {{date}}. Contacte con soporte.',
  elsewhere: 'Su cuenta se abrió en otro equipo.',
  expired: 'Su sesión terminó. Entre de nuevo: sus borradores están guardados.',
  footer: 'Turno {{version}} · {{year}}',
  plainTitle: '¿Guardar su sesión sin almacén seguro?',
  plainText:
    'Este equipo no ofrece un almacén de contraseñas. Para seguir conectado después de cerrar Turno, la sesión quedaría en el disco sin cifrar, al alcance de quien use esta cuenta del equipo.',
  plainAllow: 'Guardar de todos modos',
  plainRefuse: 'No guardar',
}

export const texts = { pt, en, es }
