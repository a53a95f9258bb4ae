/** What each option is called, what it does, and other words it is found by. */
import { superItemTexts } from './option-items-super'

const pt = {
  call: {
    name: 'Aceitar chamadas de voz e vídeo',
    text: 'Desligado, quem liga recebe um texto que pede para escrever.',
    words: 'ligação telefone vídeo recusar',
  },
  chatbotAutoExit: {
    name: 'Sair do chatbot no fim do menu',
    text: 'Uma opção sem outras abaixo dela passa o cliente direto para uma pessoa.',
    words: 'chatbot transferir atendente',
  },
  chatBotType: {
    name: 'Menus do chatbot',
    text: 'Lista e botões aparecem nos números da API oficial quando o menu cabe; nos outros, o texto numerado.',
    words: 'chatbot lista botões texto opções interativo',
  },
  sendGreetingAccepted: {
    name: 'Saudação ao aceitar um ticket',
    text: 'O cliente é saudado com o nome de quem o atende.',
    words: 'bom dia boas-vindas aceitar',
  },
  sendMsgTransfTicket: {
    name: 'Avisar o cliente da transferência',
    text: 'Ao passar para outra fila ou pessoa, o cliente recebe o texto da conexão.',
    words: 'transferir fila mensagem',
  },
  sendGreetingMessageOneQueues: {
    name: 'Saudação com uma única fila',
    text: 'A mensagem de saudação sai também quando não há fila a escolher.',
    words: 'boas-vindas conexão',
  },
  CheckMsgIsGroup: {
    name: 'Ignorar mensagens de grupos',
    text: 'O que chega de grupos não vira ticket.',
    words: 'bloquear',
  },
  groupsTab: {
    name: 'Aba de grupos',
    text: 'As conversas em grupo ficam em uma aba própria na lista de tickets.',
    words: 'lista separar',
  },
  soundGroupNotifications: {
    name: 'Som para mensagens de grupos',
    text: 'Mensagens de grupos tocam o aviso sonoro como as outras.',
    words: 'notificação barulho silêncio',
  },
  userRating: {
    name: 'Pedir avaliação ao resolver',
    text: 'O cliente recebe a pergunta da conexão; a nota fica guardada e a mensagem de conclusão agradece.',
    words: 'nota pesquisa satisfação nps',
  },
  scheduleType: {
    name: 'Controle de horário',
    text: 'De quem são os horários que decidem se o atendimento está aberto.',
    words: 'expediente aberto fechado comercial',
  },
  outOfHoursAction: {
    name: 'Fora do horário',
    text: 'O que acontece com o ticket de quem escreve com o atendimento fechado.',
    words: 'expediente fechado encerrar aguardando',
  },
  timezone: {
    name: 'Fuso horário',
    text: 'O relógio dos horários, das saudações e dos feriados da empresa.',
    words: 'hora cidade região',
  },
  auditRetentionDays: {
    name: 'Guardar a auditoria por',
    text: 'Dias até que um registro da auditoria seja apagado, de 30 a 3650.',
    words: 'retenção apagar registro histórico dias',
  },
  ...superItemTexts.pt,
}

const en: typeof pt = {
  call: {
    name: 'Take voice and video calls',
    text: 'When off, callers receive a text that asks them to write.',
    words: 'phone ring refuse',
  },
  chatbotAutoExit: {
    name: 'Leave the chatbot at the end of a menu',
    text: 'An option with none below it hands the customer to a person.',
    words: 'chatbot transfer agent',
  },
  chatBotType: {
    name: 'Menus of the chatbot',
    text: 'Numbers of the official API show a list or buttons where the menu fits; others the numbered text.',
    words: 'chatbot list buttons text options interactive',
  },
  sendGreetingAccepted: {
    name: 'Greet when a ticket is accepted',
    text: 'The customer is greeted with the name of whoever answers.',
    words: 'good morning welcome accept',
  },
  sendMsgTransfTicket: {
    name: 'Tell the customer of a transfer',
    text: 'The connection’s text goes out when the ticket moves to another queue or person.',
    words: 'transfer queue message',
  },
  sendGreetingMessageOneQueues: {
    name: 'Greet with a single queue',
    text: 'The greeting goes out where there is no queue to choose, too.',
    words: 'welcome connection',
  },
  CheckMsgIsGroup: {
    name: 'Ignore group messages',
    text: 'What arrives from groups does not become a ticket.',
    words: 'block',
  },
  groupsTab: {
    name: 'Groups tab',
    text: 'Group conversations have a tab of their own in the ticket list.',
    words: 'list apart',
  },
  soundGroupNotifications: {
    name: 'Sound for group messages',
    text: 'Messages of groups ring like any other.',
    words: 'notification noise silence',
  },
  userRating: {
    name: 'Ask for a rating when resolving',
    text: 'The customer gets the connection’s question; the mark is kept and the closing text says thanks.',
    words: 'score survey satisfaction nps',
  },
  scheduleType: {
    name: 'Observe hours',
    text: 'Whose hours decide whether the service is open.',
    words: 'opening closed business',
  },
  outOfHoursAction: {
    name: 'Out of hours',
    text: 'What becomes of the ticket of whoever writes while closed.',
    words: 'closed waiting business',
  },
  timezone: {
    name: 'Time zone',
    text: 'The clock of the company’s hours, greetings and holidays.',
    words: 'clock city region',
  },
  auditRetentionDays: {
    name: 'Keep the audit log for',
    text: 'Days until an entry of the audit log is deleted, 30 to 3650.',
    words: 'retention delete history days',
  },
  ...superItemTexts.en,
}

const es: typeof pt = {
  call: {
    name: 'Aceptar llamadas de voz y video',
    text: 'Apagado, quien llama recibe un texto que le pide escribir.',
    words: 'teléfono video rechazar',
  },
  chatbotAutoExit: {
    name: 'Salir del chatbot al final del menú',
    text: 'Una opción sin otras debajo pasa al cliente directo a una persona.',
    words: 'chatbot transferir agente',
  },
  chatBotType: {
    name: 'Menús del chatbot',
    text: 'Los números de la API oficial muestran lista o botones si el menú cabe; los demás, el texto numerado.',
    words: 'chatbot lista botones texto opciones interactivo',
  },
  sendGreetingAccepted: {
    name: 'Saludo al aceptar un ticket',
    text: 'El cliente es saludado con el nombre de quien lo atiende.',
    words: 'buenos días bienvenida aceptar',
  },
  sendMsgTransfTicket: {
    name: 'Avisar al cliente de la transferencia',
    text: 'Al pasar a otra cola o persona, el cliente recibe el texto de la conexión.',
    words: 'transferir cola mensaje',
  },
  sendGreetingMessageOneQueues: {
    name: 'Saludo con una sola cola',
    text: 'El saludo sale también cuando no hay cola que elegir.',
    words: 'bienvenida conexión',
  },
  CheckMsgIsGroup: {
    name: 'Ignorar mensajes de grupos',
    text: 'Lo que llega de grupos no se vuelve ticket.',
    words: 'bloquear',
  },
  groupsTab: {
    name: 'Pestaña de grupos',
    text: 'Las conversaciones en grupo tienen su propia pestaña en la lista de tickets.',
    words: 'lista separar',
  },
  soundGroupNotifications: {
    name: 'Sonido para mensajes de grupos',
    text: 'Los mensajes de grupos suenan como los demás.',
    words: 'notificación ruido silencio',
  },
  userRating: {
    name: 'Pedir evaluación al resolver',
    text: 'El cliente recibe la pregunta de la conexión; la nota se guarda y el texto de cierre agradece.',
    words: 'nota encuesta satisfacción nps',
  },
  scheduleType: {
    name: 'Control de horario',
    text: 'De quién son los horarios que deciden si la atención está abierta.',
    words: 'jornada abierto cerrado comercial',
  },
  outOfHoursAction: {
    name: 'Fuera de horario',
    text: 'Qué pasa con el ticket de quien escribe con la atención cerrada.',
    words: 'jornada cerrado espera',
  },
  timezone: {
    name: 'Zona horaria',
    text: 'El reloj de los horarios, los saludos y los feriados de la empresa.',
    words: 'hora ciudad región',
  },
  auditRetentionDays: {
    name: 'Guardar la auditoría durante',
    text: 'Días hasta que un registro de la auditoría se borra, de 30 a 3650.',
    words: 'retención borrar historial días',
  },
  ...superItemTexts.es,
}

export const itemTexts = { pt, en, es }
