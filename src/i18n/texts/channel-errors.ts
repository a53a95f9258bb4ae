/** What a channel to WhatsApp says of a message that did not leave (electron/server/channel). */
export const channelErrors = {
  pt: {
    ERR_WAPP_UNSUPPORTED: 'O número desta conversa não faz isso.',
    ERR_WAPP_WINDOW_CLOSED:
      'Faz mais de 24 horas que este cliente não escreve: o WhatsApp só aceita um modelo aprovado.',
    ERR_WAPP_UNDELIVERABLE: 'O WhatsApp não consegue entregar mensagens a este número.',
    ERR_WAPP_NOT_ALLOWED:
      'Este número de teste só escreve para os destinatários cadastrados na conta da Meta.',
    ERR_WAPP_MEDIA: 'O WhatsApp não aceitou este arquivo.',
    ERR_WAPP_ACCOUNT: 'A conta da Meta recusou o envio. Um administrador precisa verificar a conexão.',
    ERR_WAPP_UNSURE:
      'Não sabemos se esta mensagem chegou ao WhatsApp. Confira com o cliente antes de reenviar.',
  },
  en: {
    ERR_WAPP_UNSUPPORTED: 'The number of this conversation cannot do that.',
    ERR_WAPP_WINDOW_CLOSED:
      'This customer has not written for more than 24 hours: WhatsApp takes approved templates only.',
    ERR_WAPP_UNDELIVERABLE: 'WhatsApp cannot deliver messages to this number.',
    ERR_WAPP_NOT_ALLOWED: 'This test number writes only to the recipients registered in the Meta account.',
    ERR_WAPP_MEDIA: 'WhatsApp did not take this file.',
    ERR_WAPP_ACCOUNT: 'The Meta account refused to send. An administrator has to look at the connection.',
    ERR_WAPP_UNSURE:
      'We do not know whether this message reached WhatsApp. Check with the customer before sending it again.',
  },
  es: {
    ERR_WAPP_UNSUPPORTED: 'El número de esta conversación no hace eso.',
    ERR_WAPP_WINDOW_CLOSED:
      'Este cliente no escribe desde hace más de 24 horas: WhatsApp solo acepta una plantilla aprobada.',
    ERR_WAPP_UNDELIVERABLE: 'WhatsApp no puede entregar mensajes a este número.',
    ERR_WAPP_NOT_ALLOWED:
      'Este número de prueba solo escribe a los destinatarios registrados en la cuenta de Meta.',
    ERR_WAPP_MEDIA: 'WhatsApp no aceptó este archivo.',
    ERR_WAPP_ACCOUNT: 'La cuenta de Meta rechazó el envío. Un administrador debe revisar la conexión.',
    ERR_WAPP_UNSURE:
      'No sabemos si este mensaje llegó a WhatsApp. Confírmalo con el cliente antes de reenviarlo.',
  },
} as const
