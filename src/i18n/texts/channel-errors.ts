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
    ERR_TEMPLATE_MISSING: 'Este modelo não existe (mais) neste idioma. Atualize a lista de modelos.',
    ERR_TEMPLATE_NOT_APPROVED: 'A Meta ainda não aprovou este modelo, ou deixou de aprová-lo.',
    ERR_TEMPLATE_PARAMETERS:
      'O que foi preenchido não combina com o modelo. Confira os campos ou atualize a lista de modelos.',
    ERR_TEMPLATE_TOO_LONG: 'O texto do modelo preenchido ficou longo demais. Encurte os campos.',
    ERR_TEMPLATE_POLICY: 'A Meta recusou o conteúdo deste modelo por violar as regras do WhatsApp.',
    ERR_TEMPLATE_PAUSED: 'A Meta pausou este modelo por baixa qualidade. Escolha outro por enquanto.',
    ERR_TEMPLATE_DISABLED: 'A Meta desativou este modelo de vez por baixa qualidade. Escolha outro.',
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
    ERR_TEMPLATE_MISSING:
      'This template does not exist in this language (any more). Refresh the list of templates.',
    ERR_TEMPLATE_NOT_APPROVED: 'Meta has not approved this template yet, or does so no longer.',
    ERR_TEMPLATE_PARAMETERS:
      'What was filled in does not fit the template. Check the fields or refresh the list of templates.',
    ERR_TEMPLATE_TOO_LONG: 'The template is too long once it is filled in. Shorten the fields.',
    ERR_TEMPLATE_POLICY: 'Meta refused the content of this template: it violates WhatsApp’s rules.',
    ERR_TEMPLATE_PAUSED: 'Meta has paused this template for low quality. Choose another one for now.',
    ERR_TEMPLATE_DISABLED: 'Meta has disabled this template for good for low quality. Choose another one.',
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
    ERR_TEMPLATE_MISSING: 'Esta plantilla no existe (ya) en este idioma. Actualice la lista de plantillas.',
    ERR_TEMPLATE_NOT_APPROVED: 'Meta aún no ha aprobado esta plantilla, o ha dejado de aprobarla.',
    ERR_TEMPLATE_PARAMETERS:
      'Lo que se completó no encaja con la plantilla. Revise los campos o actualice la lista de plantillas.',
    ERR_TEMPLATE_TOO_LONG: 'La plantilla completada es demasiado larga. Acorte los campos.',
    ERR_TEMPLATE_POLICY: 'Meta rechazó el contenido de esta plantilla por violar las reglas de WhatsApp.',
    ERR_TEMPLATE_PAUSED: 'Meta pausó esta plantilla por baja calidad. Elija otra por ahora.',
    ERR_TEMPLATE_DISABLED: 'Meta desactivó esta plantilla definitivamente por baja calidad. Elija otra.',
  },
} as const
