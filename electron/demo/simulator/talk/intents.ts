/** What an agent's message asks of the customer. Pure text rules on Portuguese without accents. */
import { fold } from '@contract'

const INTENTS = [
  'menu',
  'rating',
  'askPhoto',
  'askOrder',
  'askAddress',
  'askDocument',
  'askEmail',
  'askName',
  'askPayment',
  'askSize',
  'offersSlip',
  'offersPix',
  'offersTracking',
  'saysDelay',
  'offersExchange',
  'offersDiscount',
  'saysDone',
  'anythingElse',
  'farewell',
  'apology',
  'wait',
  'thanks',
  'file',
  'greeting',
  'question',
  'statement',
] as const
export type Intent = (typeof INTENTS)[number]

/** In order of weight: the first that matches is what the customer answers to. */
const RULES: readonly (readonly [Intent, RegExp])[] = [
  ['rating', /\bde\s*1\s*a\s*[35]\b|avali(e|ar|acao)|nota (para|pra|do|ao) (o )?(nosso )?atendimento/],
  ['menu', /(^|\n)\W*\[?\s*1\s*\]?\W*\s*[-–.)]?\s*\S.*\n\W*\[?\s*2\s*\]?/],
  [
    'askPhoto',
    /\b(foto|imagem|print|video)s?\b.*(\?|enviar|manda|pode|consegue)|(envi|mand|encaminh)\w*.{0,30}\b(foto|imagem|print|video)/,
  ],
  [
    'askOrder',
    /(numero|n[ºo°]\.?|codigo|qual)( e)? (do|o|da|de)?\s*(seu |sua )?(pedido|compra)|(informa|passa|envia|manda|confirma)\w*.{0,25}\bpedido/,
  ],
  [
    'askAddress',
    /(confirm|informa|passa|envia|qual).{0,30}(endereco|cep)|endereco.{0,30}\?|\bcep\b.{0,20}\?/,
  ],
  [
    'askDocument',
    /(informa|pass|envi|mand|qual|precis|confirm|digit)\w*.{0,40}\b(cpf|cnpj|rg|documento)\b|\b(cpf|cnpj|rg|documento)\b.{0,30}\?/,
  ],
  ['askEmail', /\be-?mail\b.{0,40}\?|(informa|passa|envia|confirma|qual).{0,30}\be-?mail/],
  ['askName', /(seu|qual).{0,15}nome|com quem (eu )?falo|nome completo/],
  [
    'askPayment',
    /(forma|meio)s? de pagamento|(cartao|boleto|pix),? ou|como (voce )?(prefere|gostaria de|vai|deseja) pagar|prefere pagar/,
  ],
  [
    'askSize',
    /\b(tamanho|numeracao|voltagem|qual (a )?cor|quantas unidades|qual modelo|quantidade)\b.{0,60}\?|110 ?v? ou 220/,
  ],
  ['offersSlip', /\b(boleto|2a via|segunda via|linha digitavel|codigo de barras)\b/],
  ['offersPix', /\b(pix|qr ?code|chave|copia e cola)\b/],
  [
    'offersTracking',
    /\b(rastre\w+|codigo de envio|transportadora|saiu para entrega|a caminho|em transito)\b/,
  ],
  ['saysDelay', /\b(atras\w+|previsao|prazo|dias uteis|ate (amanha|segunda|terca|quarta|quinta|sexta))\b/],
  ['offersExchange', /\b(troca|trocar|devolu\w+|reembolso|estorno|coleta|postagem)\b/],
  [
    'offersDiscount',
    /\b(desconto|frete gratis|cupom|promocao|\d+ ?x sem juros|sem juros|orcamento|custa|por r\$|fica em)\b/,
  ],
  [
    'anythingElse',
    /(algo|alguma coisa|mais) .{0,20}(ajud|mais)|posso ajudar em (algo|mais)|mais alguma (duvida|coisa)|ficou (claro|alguma duvida)/,
  ],
  [
    'saysDone',
    /\b(resolvid\w+|regularizad\w+|liberad\w+|cancelad\w+|confirmad\w+|concluid\w+|ja (foi|esta)|prontinho|pronto|feito|enviei|encaminhei|segue)\b/,
  ],
  [
    'farewell',
    /(tenha|otim[oa]|excelente|bo[am]) .{0,15}(dia|tarde|noite|semana|fim de semana)\s*[!.]?.{0,4}$|ate (mais|logo|breve)|disponha|encerra\w*|atendimento finalizado|agradec\w+ o (seu )?contato/,
  ],
  ['apology', /\b(desculp\w+|lament\w+|sinto muito|transtorno|inconveniente|peco perdao)\b/],
  [
    'wait',
    /\b(um (momento|instante|minut\w+)|so um|aguard\w+|ja (verifico|vejo|retorno|confiro)|vou (verificar|consultar|conferir|checar|ver|abrir)|verificando|consultando)\b/,
  ],
  ['thanks', /\b(obrigad[oa]|agradec\w+|de nada|imagina)\b/],
  [
    'greeting',
    /\b(oi+|ola|bom dia|boa tarde|boa noite|tudo bem|seja bem[- ]vind|como posso (te |lhe )?ajudar|em que posso)\b/,
  ],
  ['question', /\?/],
]

export interface Received {
  /** What the agent wrote; a caption for files. */
  text: string
  /** null for text. */
  mediaType: string | null
}

/** What the customer takes from one message: the weightiest intent, and whether it was said with a greeting. */
export function understand(received: Received): { intent: Intent; greeted: boolean } {
  const text = fold(received.text)
  const greeted = /\b(oi+|ola|bom dia|boa tarde|boa noite)\b/.test(text)
  const rule = RULES.find(([, pattern]) => pattern.test(text))
  if (received.mediaType && (!rule || rule[0] === 'statement' || rule[0] === 'question'))
    return { intent: 'file', greeted }
  return { intent: rule?.[0] ?? 'statement', greeted }
}

/** Number of the menu entry that fits a queue's name, or the first one. */
export function menuChoice(menu: string, wanted: string): string {
  const entries = [...menu.matchAll(/(?:^|\n)\W*\[?\s*(\d{1,2})\s*\]?\s*[-–.)*\]]*\s*([^\n]+)/g)]
  const match = entries.find(([, , label]) => fold(label ?? '').includes(fold(wanted)))
  return (match ?? entries[0])?.[1] ?? '1'
}
