/** Who and what the demo company consists of, apart from its customers. */

import { DEMO_PASSWORD } from '@contract'
import { CLOUD } from '../../server/desk/channel/capabilities'
import { DEFAULT_SETTINGS } from '../../server/platform/companies/defaults'

export const PASSWORD = DEMO_PASSWORD
export const COMPANY = { name: 'Loja Horizonte', email: 'contato@demo.turno', phone: '551140028922' } as const

export const PLAN = { name: 'Demonstração', users: 20, connections: 10, queues: 10, value: 349 } as const

export const QUEUES = [
  {
    name: 'Suporte',
    color: '#307efc',
    greetingMessage: 'Você está no Suporte. Conte o que aconteceu, por favor.',
  },
  { name: 'Vendas', color: '#309c66', greetingMessage: 'Você está em Vendas. Qual produto procura?' },
  {
    name: 'Financeiro',
    color: '#c07e00',
    greetingMessage: 'Você está no Financeiro. Tenha o número do pedido em mãos.',
  },
  { name: 'Entregas', color: '#7e60b4', greetingMessage: 'Você está em Entregas. Qual o número do pedido?' },
] as const
export type QueueName = (typeof QUEUES)[number]['name']

/** Queues that the number of the Cloud API leads to. */
export const CLOUD_QUEUES: readonly QueueName[] = ['Entregas', 'Financeiro']

export interface DemoUser {
  name: string
  email: string
  profile: 'user' | 'supervisor' | 'admin'
  super: boolean
  allTicket: boolean
  queues: readonly QueueName[]
}

/** The order matters: the first is the owner of what belongs to everybody. */
export const USERS: readonly DemoUser[] = [
  {
    name: 'Alice Prado',
    email: 'admin@demo.turno',
    profile: 'admin',
    super: false,
    allTicket: true,
    queues: ['Suporte', 'Vendas', 'Financeiro', 'Entregas'],
  },
  {
    name: 'Carla Nogueira',
    email: 'carla@demo.turno',
    profile: 'supervisor',
    super: false,
    allTicket: true,
    queues: ['Suporte', 'Vendas'],
  },
  {
    name: 'Ana Martins',
    email: 'ana@demo.turno',
    profile: 'user',
    super: false,
    allTicket: true,
    queues: ['Suporte', 'Vendas', 'Entregas'],
  },
  {
    name: 'Bruno Carvalho',
    email: 'bruno@demo.turno',
    profile: 'user',
    super: false,
    allTicket: true,
    queues: ['Suporte', 'Vendas', 'Financeiro'],
  },
  {
    name: 'Sofia Lacerda',
    email: 'super@demo.turno',
    profile: 'admin',
    super: true,
    allTicket: true,
    queues: ['Suporte', 'Vendas', 'Financeiro', 'Entregas'],
  },
]

export const TAGS = [
  { name: 'Urgente', color: '#D64545', kanban: 1 },
  { name: 'VIP', color: '#B7791F', kanban: 0 },
  { name: 'Aguardando cliente', color: '#2F6FDE', kanban: 1 },
  { name: 'Troca', color: '#8250C4', kanban: 0 },
  { name: 'Reembolso', color: '#C2417C', kanban: 1 },
  { name: 'Boleto', color: '#1E8E5A', kanban: 0 },
  { name: 'Primeira compra', color: '#0E8F9E', kanban: 0 },
  { name: 'Reclamação', color: '#A34A28', kanban: 0 },
] as const
export type TagName = (typeof TAGS)[number]['name']

export const CONNECTIONS = [
  {
    name: 'Atendimento',
    number: '5511934567801',
    isDefault: true,
    queues: ['Suporte', 'Vendas', 'Financeiro', 'Entregas'] as readonly QueueName[],
    greetingMessage: 'Olá! Bem-vindo à Loja Horizonte. Com qual setor você quer falar?',
  },
  {
    name: 'Vendas online',
    number: '5511934567802',
    isDefault: false,
    queues: ['Vendas'] as readonly QueueName[],
    greetingMessage: 'Olá! Aqui é a equipe de vendas da Loja Horizonte.',
  },
  {
    name: 'WhatsApp oficial',
    number: '5511934567805',
    isDefault: false,
    /** Hosted by Meta, as far as one can see: nothing of it leaves the demo. */
    provider: CLOUD,
    queues: CLOUD_QUEUES,
    greetingMessage: 'Olá! Este é o número oficial da Loja Horizonte. É sobre entrega ou pagamento?',
  },
] as const
export const COMPLETION_MESSAGE = 'Atendimento encerrado. Obrigado pelo contato!'
export const RATING_MESSAGE = 'De 1 a 3, como você avalia este atendimento?'

/** `by`: e-mail of the author; shared ones are for the whole company. */
export const QUICK_MESSAGES = [
  {
    shortcode: 'ola',
    message: '{{ms}}, {{firstName}}! Tudo bem? Como posso ajudar?',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'pedido',
    message: 'Pode me informar o número do pedido, por favor?',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'aguarde',
    message: 'Um momento, {{firstName}}, vou verificar para você.',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'pix',
    message: 'Nossa chave Pix é *financeiro@demo.turno*. Assim que pagar, envie o comprovante por aqui.',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'prazo',
    message: 'O prazo de entrega é de até *5 dias úteis* depois da confirmação do pagamento.',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'troca',
    message: 'A troca é gratuita em até 30 dias. Vou gerar o código de postagem para você.',
    geral: true,
    by: 'carla@demo.turno',
  },
  {
    shortcode: 'protocolo',
    message: 'Seu protocolo é {{protocol}}, aberto às {{hora}}.',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'tchau',
    message: 'Foi um prazer ajudar, {{name}}! Tenha um ótimo dia.',
    geral: true,
    by: 'admin@demo.turno',
  },
  {
    shortcode: 'rastreio',
    message: 'Você pode acompanhar a entrega em https://rastreio.demo.turno com o código do pedido.',
    geral: false,
    by: 'ana@demo.turno',
  },
  {
    shortcode: 'oferta',
    message: 'Consigo *5% de desconto* no Pix ou 6x sem juros no cartão. O que prefere?',
    geral: false,
    by: 'bruno@demo.turno',
  },
] as const

export const SETTINGS: Readonly<Record<string, string>> = { ...DEFAULT_SETTINGS, groupsTab: 'enabled' }

/** `daysAgo` before the seed runs. */
export const ANNOUNCEMENTS = [
  {
    priority: 1,
    title: 'Transportadora em greve',
    text: 'A transportadora Rota Sul parou hoje às 9h. Avisem os clientes do Sul: o prazo ganha *3 dias úteis* e o reembolso do frete está autorizado.',
    daysAgo: 0.1,
  },
  {
    priority: 2,
    title: 'Novo prazo de troca',
    text: 'A partir deste mês a troca passa a ser gratuita em até 30 dias. A resposta rápida /troca já está atualizada.',
    daysAgo: 3,
  },
  {
    priority: 3,
    title: 'Café da equipe na sexta',
    text: 'Sexta às 16h, na copa. Quem estiver de plantão combina a troca com a Carla.',
    daysAgo: 6,
  },
] as const

/** Internal chats: members by e-mail, the first is the owner; lines oldest first. */
export const CHATS = [
  {
    title: 'Equipe de atendimento',
    members: ['carla@demo.turno', 'admin@demo.turno', 'ana@demo.turno', 'bruno@demo.turno'],
    lines: [
      ['carla@demo.turno', 'Bom dia, pessoal! A fila de Entregas está crescendo por causa da greve.'],
      ['ana@demo.turno', 'Bom dia! Estou nela, já respondi os mais antigos.'],
      ['bruno@demo.turno', 'Posso ajudar depois das 10h, estou fechando dois orçamentos.'],
      ['admin@demo.turno', 'O reembolso do frete está liberado, podem oferecer.'],
      ['carla@demo.turno', 'Obrigada! Usem a resposta rápida /prazo, por favor.'],
      ['ana@demo.turno', 'Combinado 👍'],
    ],
    unread: { 'bruno@demo.turno': 2, 'admin@demo.turno': 1 } as Readonly<Record<string, number>>,
  },
  {
    title: 'Ana e Bruno',
    members: ['ana@demo.turno', 'bruno@demo.turno'],
    lines: [
      ['bruno@demo.turno', 'Ana, você pode assumir a cliente da cafeteira? Ela quer falar de troca.'],
      ['ana@demo.turno', 'Claro, transfere pra fila de Entregas que eu pego.'],
      ['bruno@demo.turno', 'Transferido. Deixei uma observação no ticket.'],
    ],
    unread: { 'ana@demo.turno': 1 } as Readonly<Record<string, number>>,
  },
] as const
