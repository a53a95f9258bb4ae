const pt = {
  proxyTitle: 'A rede da empresa pede uma senha',
  proxyText: 'O proxy {{host}} precisa saber quem você é antes de deixar o Turno sair para a internet.',
  proxyRealm: 'Ele se apresenta como "{{realm}}".',
  proxyRefused: 'O proxy não aceitou esse usuário ou essa senha.',
  proxyKept: 'A senha fica na memória até você fechar o Turno.',
  username: 'Usuário',
  password: 'Senha',
  proceed: 'Continuar',
  needUsername: 'Informe o usuário',
  certificateTitle: 'O servidor pede um certificado',
  certificateText: 'Escolha o certificado com que este computador se apresenta a {{host}}.',
  certificateFrom: 'Emitido por {{issuer}}, válido até {{date}}',
  notNow: 'Agora não',
}

type Words = Record<keyof typeof pt, string>

const en: Words = {
  proxyTitle: 'The company’s network asks for a password',
  proxyText: 'The proxy {{host}} needs to know who you are before it lets Turno out to the internet.',
  proxyRealm: 'It calls itself "{{realm}}".',
  proxyRefused: 'The proxy did not take this user name or password.',
  proxyKept: 'The password stays in memory until you close Turno.',
  username: 'User name',
  password: 'Password',
  proceed: 'Continue',
  needUsername: 'Enter the user name',
  certificateTitle: 'The server asks for a certificate',
  certificateText: 'Choose the certificate with which this computer introduces itself to {{host}}.',
  certificateFrom: 'Issued by {{issuer}}, valid until {{date}}',
  notNow: 'Not now',
}

const es: Words = {
  proxyTitle: 'La red de la empresa pide una contraseña',
  proxyText: 'El proxy {{host}} necesita saber quién es usted antes de dejar salir a Turno a internet.',
  proxyRealm: 'Se presenta como "{{realm}}".',
  proxyRefused: 'El proxy no aceptó ese usuario o esa contraseña.',
  proxyKept: 'La contraseña queda en la memoria hasta que cierre Turno.',
  username: 'Usuario',
  password: 'Contraseña',
  proceed: 'Continuar',
  needUsername: 'Indique el usuario',
  certificateTitle: 'El servidor pide un certificado',
  certificateText: 'Elija el certificado con el que este equipo se presenta a {{host}}.',
  certificateFrom: 'Emitido por {{issuer}}, válido hasta {{date}}',
  notNow: 'Ahora no',
}

export const texts = { pt, en, es }
