/**
 * The words over each field of the forms that stand on the kit, by the member it is of: a field whose words and member no
 * longer belong together is found by them (every-dialog.test.tsx).
 */
const LINES = `
tags/tag-dialog
  name: Nome; color: Cor; kanban: Coluna do kanban;
saved-views/view-dialog
  name: Nome; statuses: Situação; queueIds: Filas; tagIds: Com todas estas tags; notTagIds: Sem nenhuma destas tags;
  holders: Com quem está; whatsappIds: Conexões; priorities: Prioridade; languages: Idioma do cliente;
  waitingMinutes: Esperando há mais de; window: Janela de 24 horas; deadline: Prazo (SLA);
  text: Nome, número ou última mensagem contém; unread: Só com mensagens não lidas; snoozed: Só os adiados;
  order: Ordem; sharedWith: Quem vê;
macros/macro-dialog
  name: Nome; steps: Passos; sharedWith: Quem usa;
service-levels/service-level-dialog
  name: Nome; queueIds: Filas; anyTagIds: Com uma destas tags; whatsappIds: Conexões; clock: Minutos contados;
  firstMinutes: Primeira resposta em; nextMinutes: Próximas respostas em; resolutionMinutes: Resolução em;
  warnMinutes: Avisar antes do prazo; closeSteps: Perto do prazo, fazer; lateSteps: Passado o prazo, fazer;
  active: Ativo;
rules/rule-dialog
  name: Nome; event: Quando; queueIds: Filas; whatsappIds: Conexões; tagIds: Com todas estas tags;
  notTagIds: Sem nenhuma destas tags; priorities: Prioridade; hours: Horário de atendimento;
  newContact: Só no primeiro contato do cliente; once: Uma vez por ticket; steps: O que faz; active: Ativa;
articles/article-editor
  title: Título; text: Texto; queueIds: Filas; tags: Tags; validUntil: Válido até;
users/user-dialog
  name: Nome; email: E-mail; password: Senha; profile: Perfil; queueIds: Filas; whatsappId: Conexão padrão;
  ticketCeiling: Tickets abertos, no máximo; skillIds: Habilidades;
contacts/contact-dialog
  name: Nome; number: Número do WhatsApp; email: E-mail;
queues/queue-form
  name: Nome; orderQueue: Ordem; color: Cor; greetingMessage: Mensagem de saudação;
  outOfHoursMessage: Mensagem fora do horário; promptId: Prompt de IA; integrationId: Integração;
  assignMode: Quem recebe os tickets; assignAway: Tickets de quem sai ou faz pausa;
  assignCeiling: Tickets abertos por pessoa, no máximo;
  assignStickyHours: Horas em que o cliente volta para quem o conhece;
  assignSkillMinutes: Minutos à espera de alguém com a habilidade;
connections/connection-editor
  name: Nome; isDefault: Conexão padrão; provider: Tipo de conexão; greetingMessage: Mensagem de saudação;
  outOfHoursMessage: Mensagem fora do horário; transferMessage: Mensagem de transferência;
  ratingMessage: Mensagem de avaliação; complationMessage: Mensagem de conclusão; queueIds: Filas;
  maxUseBotQueues: Quantas vezes o menu é enviado; timeUseBotQueues: Intervalo entre menus do chatbot;
  timeToTransfer: Mover para a fila de espera após; transferQueueId: Fila de espera; promptId: Prompt de IA;
  expiresTicket: Resolver tickets inativos após; expiresInactiveMessage: Mensagem de inatividade;
  token: Token da API de mensagens;
connections/cloud-dialog
  phoneNumberId: Identificação do número de telefone; businessAccountId: Identificação da conta do WhatsApp Business;
  accessToken: Token de acesso; appSecret: Chave secreta do app;
connections/profile-dialog
  about: Recado; description: Descrição; vertical: Ramo; address: Endereço; email: E-mail; website1: Site;
  website2: Outro site;
companies/company-editor
  name: Nome; email: E-mail; phone: Telefone; planId: Plano; dueDate: Vencimento; recurrence: Recorrência;
  status: Ativa; campaignsEnabled: Campanhas habilitadas;
companies/plans-section
  name: Nome; users: Usuários; connections: Conexões; queues: Filas; value: Valor; useInternal: Plano interno;
companies/helps-section
  title: Título; video: Código do vídeo; description: Descrição;
finance/payment-settings-dialog
  provider: Forma de recebimento; pixKey: Chave Pix; merchantName: Nome de quem recebe;
  merchantCity: Cidade de quem recebe; baseUrl: Endereço da API Pix; tokenUrl: Endereço do token (OAuth2);
  clientId: Client ID; clientSecret: Client secret; certificate: Certificado e chave privada (PEM);
settings/company/mail-section
  host: Servidor (SMTP); port: Porta; security: Segurança; user: Usuário; password: Senha;
  fromName: Nome do remetente; fromAddress: E-mail do remetente;
hours/holiday-dialog
  day: Data; name: Nome; startTime: Abre às; endTime: Fecha às;
schedules/schedule-dialog
  contactId: Contato; sendAt: Data de envio; body: Mensagem; picture: Imagem;
chats/chat-dialog
  title: Título; members: Participantes;
contact-lists/list-dialog
  name: Nome;
contact-lists/item-dialog
  name: Nome; number: Número; email: E-mail;
integrations/integration-dialog
  name: Nome; ixcBaseUrl: URL do IXC; ixcApiKey: API Key; ixcTimeout: Timeout (ms); ixcRetryAttempts: Tentativas;
  ixcFallbackQueueId: Fila de fallback;
prompts/prompt-editor
  name: Nome; prompt: Prompt; queueId: Fila; apiKey: Chave de API; baseUrl: Endereço do provedor; model: Modelo;
  maxTokens: Máximo de tokens; maxMessages: Máximo de mensagens; usesArticles: Responder com a base de conhecimento;
  temperature: Temperatura; voice: Voz; voiceKey: Chave da voz; voiceRegion: Região da voz;
copilot/editor
  promptId: Chave de um prompt; baseUrl: Endereço do provedor; model: Modelo; apiKey: Chave de API;
  transcribesArrivals: Transcrever os áudios e ler os PDFs dos clientes assim que chegam;
  transcriptionBaseUrl: Endereço das transcrições; transcriptionModel: Modelo das transcrições;
  embeddingBaseUrl: Endereço dos embeddings; embeddingModel: Modelo de embeddings; ceiling: Limite por mês;
  ceilingUnit: Unidade do limite;
quick-messages/quick-message-dialog
  shortcode: Atalho; message: Mensagem; menu: Botões ou lista; file: Anexo; queueIds: Filas; geral: Geral;
announcements/announcement-form
  title: Título; text: Texto; priority: Prioridade; status: Situação; picture: Imagem;
file-lists/file-list-dialog
  name: Nome; message: Mensagem;
messages-api/webhook-dialog
  name: Nome; url: Endereço; messages: Mensagens; acks: Confirmações de entrega e leitura;
  tickets: Mudanças de tickets; active: Ligado;
report-files/schedule-dialog
  name: Nome; period: Frequência; day: Dia; hour: Hora (relógio da empresa); language: Idioma do e-mail;
  userIds: Pessoas da equipe; addresses: Outros endereços; tables: Tabelas; queueIds: Filas; agentIds: Atendentes;
  whatsappIds: Conexões; clock: Tempos contam; active: Ativo;
campaigns/campaign-editor
  name: Nome; contactListId: Lista de contatos; tagListId: Tag;
  skipOpenTickets: Deixar de fora quem está em atendimento; confirmation: Pedir confirmação antes;
  message1: Mensagem 1; confirmationMessage1: Pergunta de confirmação 1; message2: Mensagem 2;
  confirmationMessage2: Pergunta de confirmação 2; message3: Mensagem 3;
  confirmationMessage3: Pergunta de confirmação 3; message4: Mensagem 4;
  confirmationMessage4: Pergunta de confirmação 4; message5: Mensagem 5;
  confirmationMessage5: Pergunta de confirmação 5; attachment: Anexo; fileListId: Lista de arquivos;
  whatsappId: Conexão; start: Início; scheduledAt: Data e hora;
`

type Words = Record<string, string>
const wordsOf = (lines: readonly string[]): Words =>
  Object.fromEntries(
    lines
      .join('')
      .split(';')
      .flatMap(pair => {
        const [member = '', words] = pair.trim().split(': ')
        return words ? [[member, words]] : []
      }),
  )
/** @returns what stands over the fields of a form of src/features, by their members. */
export function labelsOf(file: string): Words {
  const lines = LINES.split('\n')
  const from = lines.indexOf(file) + 1
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith(' '))
  return from === 0 ? {} : wordsOf(lines.slice(from, end))
}
