const pt = {
  title: 'Ainda não disponível neste espaço de trabalho',
  text: 'Esta área está a caminho. O restante do Turno funciona normalmente.',
  remoteTitle: 'Ainda não disponível no Turno',
  remoteText:
    'Neste servidor, continue usando esta área no sistema web da sua empresa. O restante do Turno funciona normalmente.',
  toTickets: 'Ir para os atendimentos',
}

const en: typeof pt = {
  title: 'Not available in this workspace yet',
  text: 'This area is on its way. The rest of Turno works as usual.',
  remoteTitle: 'Not available in Turno yet',
  remoteText:
    'On this server, go on using this area in your company’s web system. The rest of Turno works as usual.',
  toTickets: 'Go to tickets',
}

const es: typeof pt = {
  title: 'Aún no disponible en este espacio de trabajo',
  text: 'Esta área está en camino. El resto de Turno funciona con normalidad.',
  remoteTitle: 'Aún no disponible en Turno',
  remoteText:
    'En este servidor, siga usando esta área en el sistema web de su empresa. El resto de Turno funciona con normalidad.',
  toTickets: 'Ir a los tickets',
}

export const texts = { pt, en, es }
