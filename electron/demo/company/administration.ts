/** What administrators of the demo find: a number in each state, messages to be sent, holidays, a chatbot, helps, a log. */

/** Names of the connections that are not connected. Until somebody touches one, it stays as it is over restarts. */
export const RESTING_CONNECTIONS = [
  { name: 'WhatsApp Recife', status: 'DISCONNECTED', number: null, statusReason: 'signedOut' },
  { name: 'WhatsApp Salvador', status: 'TIMEOUT', number: '5511934567803', statusReason: 'lost' },
  { name: 'WhatsApp Manaus', status: 'qrcode', number: null, statusReason: '' },
  { name: 'WhatsApp Natal', status: 'OPENING', number: '5511934567804', statusReason: '' },
  { name: 'WhatsApp Belém', status: 'PAIRING', number: null, statusReason: '' },
] as const
export const RESTING_CODE = '2@demo-aguardando-leitura,Loja-Horizonte,1'

/** `days` from the first start, by whom, and how it went. */
export const SCHEDULES = [
  {
    days: 0.15,
    status: 'PENDENTE',
    contact: 40,
    body: 'Oi, {{firstName}}! Sua coleta passa hoje, até as 18h.',
  },
  { days: 1, status: 'PENDENTE', contact: 44, body: 'Bom dia! Seu pedido sai para entrega amanhã cedo.' },
  {
    days: 6,
    status: 'PENDENTE',
    contact: 51,
    body: '{{firstName}}, a garantia da sua compra vence em uma semana.',
  },
  { days: -1, status: 'ENVIADA', contact: 60, body: 'O boleto do seu pedido vence amanhã. Posso ajudar?' },
  { days: -4, status: 'ENVIADA', contact: 66, body: 'Seu produto voltou ao estoque. Quer que eu separe um?' },
  { days: -2, status: 'ERRO', contact: 72, body: 'Oi! Conseguimos reagendar a sua entrega para sexta.' },
] as const

/** Due some minutes before the first start; it goes by a number that is not connected, and waits for it. */
export const WAITING_SCHEDULE = {
  number: 'WhatsApp Salvador',
  minutes: -4,
  body: 'Oi, {{firstName}}! Passando para confirmar a sua entrega de hoje.',
} as const

/** `days` from the first start; without hours the company is closed all day. */
export const HOLIDAYS = [
  { days: 21, name: 'Inventário anual', startTime: '', endTime: '' },
  { days: 48, name: 'Aniversário da cidade', startTime: '', endTime: '' },
  { days: 49, name: 'Meio expediente', startTime: '08:00', endTime: '12:00' },
] as const

/** A queue that a chatbot serves; no connected number leads to it, so that it waits for whoever tries it out. */
export const BOT_QUEUE = {
  name: 'Autoatendimento',
  color: '#009c90',
  greetingMessage: 'Olá! Escolha uma opção e eu ajudo na hora.',
} as const

/** Answers nobody until somebody gives it a key of a provider. */
export const PROMPT = {
  name: 'Assistente da loja',
  prompt: `Você é a assistente virtual da Loja Horizonte e fala com clientes pelo WhatsApp.
Cumprimente {{firstName}} pelo nome e responda em no máximo três frases, em português simples.
Você pode falar de horários, prazos de entrega, trocas e garantia. Não invente preços nem estoque.
Quando o cliente quiser comprar, reclamar ou falar com alguém, passe para uma pessoa.`,
  maxTokens: 150,
  temperature: 0.6,
} as const

/** Leads nowhere: the address is nobody's. */
export const INTEGRATION = {
  type: 'IXC',
  name: 'Segunda via (IXC)',
  projectName: 'Segunda via (IXC)',
  ixcBaseUrl: 'https://ixc.horizonte.example',
} as const

export interface BotNode {
  title: string
  message?: string
  /** A picture goes with the answer. */
  picture?: true
  exit?: true
  forward?: 'Suporte' | 'Vendas' | 'Financeiro' | 'Entregas'
  options?: readonly BotNode[]
}

export const BOT_TREE: readonly BotNode[] = [
  {
    title: 'Rastrear meu pedido',
    message: 'Sobre a entrega:',
    options: [
      { title: 'Onde está?', message: 'Abra https://rastreio.demo.turno com o código do pedido.' },
      { title: 'Chegou com defeito', forward: 'Suporte' },
    ],
  },
  { title: 'Ver a vitrine', message: 'Estes são os mais vendidos da semana.', picture: true },
  { title: 'Segunda via do boleto', forward: 'Financeiro' },
  { title: 'Falar com uma pessoa', exit: true },
]

/** A quick message with a file. */
export const QUICK_WITH_PICTURE = {
  shortcode: 'vitrine',
  message: 'Olha os mais vendidos da semana, {{firstName}}!',
} as const

export const HELPS = [
  {
    title: 'Atender o primeiro cliente',
    description: 'Aceitar, responder, transferir e encerrar um ticket.',
    video: 'aqz-KE-bpKQ',
  },
  {
    title: 'Conectar um número',
    description: 'Ler o QR code e cuidar da conexão.',
    video: 'M7lc1UVf-VE',
  },
] as const

/** The last days of the log; `days` before the first start. */
export const AUDIT = [
  {
    days: 9,
    by: 'super@demo.turno',
    action: 'create',
    subject: 'companies',
    name: 'Outra Empresa',
    changes: [],
  },
  {
    days: 7,
    by: 'admin@demo.turno',
    action: 'create',
    subject: 'users',
    name: 'Bruno Carvalho',
    changes: [{ field: 'profile', from: '', to: 'user' }],
  },
  {
    days: 6,
    by: 'admin@demo.turno',
    action: 'update',
    subject: 'settings',
    name: 'groupsTab',
    changes: [{ field: 'groupsTab', from: 'disabled', to: 'enabled' }],
  },
  {
    days: 4,
    by: 'admin@demo.turno',
    action: 'update',
    subject: 'queues',
    name: 'Entregas',
    changes: [{ field: 'color', from: '#b44e00', to: '#7e60b4' }],
  },
  {
    days: 3,
    by: 'admin@demo.turno',
    action: 'update',
    subject: 'whatsapps',
    name: 'Atendimento',
    changes: [{ field: 'token', from: '••••••••', to: '••••••••' }],
  },
  {
    days: 2,
    by: 'carla@demo.turno',
    action: 'signInRefused',
    subject: 'auth',
    name: 'Carla Nogueira',
    changes: [],
  },
  { days: 2, by: 'carla@demo.turno', action: 'signIn', subject: 'auth', name: 'Carla Nogueira', changes: [] },
  { days: 1, by: 'admin@demo.turno', action: 'export', subject: 'contacts', name: '', changes: [] },
  { days: 0.5, by: 'admin@demo.turno', action: 'remove', subject: 'tags', name: 'Teste', changes: [] },
] as const
