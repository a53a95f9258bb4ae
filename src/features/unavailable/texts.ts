const pt = {
  title: 'Ainda não disponível neste espaço de trabalho',
  text: 'Esta área está a caminho. O restante do Turno funciona normalmente.',
  remoteTitle: 'Ainda não disponível no Turno',
  remoteText:
    'Neste servidor, continue usando esta área no sistema web da sua empresa. O restante do Turno funciona normalmente.',
  publicTitle: 'Ainda não disponível aqui',
  forgotText: 'Peça uma nova senha à administração da sua empresa.',
  toTickets: 'Ir para os atendimentos',
  toLogin: 'Voltar para a entrada',
}

const en: typeof pt = {
  title: 'Not available in this workspace yet',
  text: 'This area is on its way. The rest of Turno works as usual.',
  remoteTitle: 'Not available in Turno yet',
  remoteText:
    'On this server, go on using this area in your company’s web system. The rest of Turno works as usual.',
  publicTitle: 'Not available here yet',
  forgotText: 'Ask the administrators of your company for a new password.',
  toTickets: 'Go to tickets',
  toLogin: 'Back to sign-in',
}

const es: typeof pt = {
  title: 'Aún no disponible en este espacio de trabajo',
  text: 'Esta área está en camino. El resto de Turno funciona con normalidad.',
  remoteTitle: 'Aún no disponible en Turno',
  remoteText:
    'En este servidor, siga usando esta área en el sistema web de su empresa. El resto de Turno funciona con normalidad.',
  publicTitle: 'Aún no disponible aquí',
  forgotText: 'Pida una contraseña nueva a la administración de su empresa.',
  toTickets: 'Ir a las atenciones',
  toLogin: 'Volver a la entrada',
}

export const texts = { pt, en, es }
