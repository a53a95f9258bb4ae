/** What customers say. `{slots}` are filled by cases.ts; every list has at least two ways of saying the thing. */
import type { Topic } from './cases'
import type { Intent } from './intents'

/** First message of a conversation; members are sent as separate messages. */
export const OPENINGS: Readonly<Record<Topic, readonly (readonly string[])[]>> = {
  delivery: [
    ['Bom dia', 'Meu pedido {order} era pra chegar {weekday} e até agora nada'],
    ['Oi, boa tarde! Comprei {aProduct} e o rastreio não atualiza há {days} dias'],
    ['Alguém sabe me dizer onde está o pedido {order}?', 'Preciso dele até {weekday} 🙏'],
    ['Olá! O app diz que foi entregue mas eu não recebi nada', 'Pedido {order}'],
  ],
  slip: [
    ['Bom dia! Preciso da segunda via do boleto, por favor'],
    ['Oi', 'O boleto do pedido {order} venceu, conseguem gerar outro?'],
    ['Boa tarde, o boleto que recebi está com o valor errado. Era pra ser {value}'],
    ['Perdi o e-mail com o boleto 😅 tem como mandar por aqui?'],
  ],
  pix: [
    ['Fiz o pix de {value} faz mais de uma hora e o pedido ainda aparece como pendente'],
    ['Olá, paguei o pedido {order} no pix ontem e não recebi a confirmação'],
    ['Oi! Paguei duas vezes o mesmo pedido sem querer 😬', 'Foi {value} cada'],
  ],
  defect: [
    ['Boa tarde. Comprei {aProduct} e veio com defeito'],
    ['Oi, tudo bem?', 'Recebi meu pedido {order} hoje mas o produto não liga'],
    ['Estou bem sem paciência, é a segunda vez que {product} chega com problema'],
  ],
  exchange: [
    ['Oi! Queria trocar {aProduct}, não ficou bom'],
    ['Bom dia, como faço pra devolver o pedido {order}?'],
    ['Recebi a cor errada 😕', 'Pedi {aProduct} e veio outra coisa'],
  ],
  sale: [
    ['Olá, vocês têm {product} pra pronta entrega?'],
    ['Boa noite! Vi no site {aProduct} por {value}. Ainda está valendo?'],
    ['Oi, fazem desconto pra pagamento à vista?', 'Estou de olho em {aProduct}'],
    ['Bom dia! Preciso de um orçamento de 12 unidades de {product} para minha empresa'],
  ],
  access: [
    ['Não consigo entrar na minha conta, diz que a senha está errada'],
    ['Oi, o aplicativo fecha sozinho quando abro meus pedidos'],
    ['Boa tarde! Não recebo o código de verificação no e-mail {email}'],
  ],
  taxNote: [
    ['Bom dia, preciso da nota fiscal do pedido {order}'],
    ['Olá! A nota fiscal saiu com meu nome antigo, dá pra corrigir?'],
    ['Oi, minha contabilidade está cobrando a NF da compra de {value}. Podem enviar?'],
  ],
  cancel: [
    ['Quero cancelar o pedido {order}, por favor'],
    ['Oi, comprei por engano {aProduct}. Ainda dá tempo de cancelar?'],
    ['Bom dia. Desisti da compra, como recebo meus {value} de volta?'],
  ],
  hours: [
    ['Oi, vocês abrem no sábado?'],
    ['Boa tarde! Qual o endereço da loja pra retirada?'],
    ['Olá, vocês entregam em {city}?'],
  ],
}

/** The concern in more words, when an agent asks what happened. */
export const DETAILS: Readonly<Record<Topic, readonly string[]>> = {
  delivery: [
    'O pedido é o {order}. A previsão era {weekday} e o rastreio {tracking} parou',
    'É {aProduct}, pedido {order}. Já faz {days} dias que não se move',
  ],
  slip: [
    'É o boleto do pedido {order}, no valor de {value}',
    'Preciso pagar {value} e o boleto que tenho já venceu',
  ],
  pix: [
    'Paguei {value} pelo pedido {order} e continua como pendente',
    'O pix saiu da minha conta, tenho o comprovante aqui',
  ],
  defect: [
    'É {aProduct}, liga e desliga do nada',
    'Veio com a lateral trincada, a caixa também chegou amassada',
  ],
  exchange: ['Quero trocar {theProduct} do pedido {order}', 'Ainda está na caixa com etiqueta, não usei'],
  sale: ['Quero saber o preço e o prazo d{theProduct}', 'Seria entrega em {city}, quanto fica o frete?'],
  access: ['Minha conta é {email}', 'Já tentei recuperar a senha e o e-mail não chega'],
  taxNote: ['É a nota do pedido {order}', 'Preciso da nota em PDF, valor {value}'],
  cancel: ['Quero cancelar o {order} antes que saia para entrega', 'O valor foi {value} no cartão'],
  hours: ['Queria retirar hoje ainda, se der', 'Moro em {city}, não sei se tem loja aqui perto'],
}

/** Answers to an intent, whatever the topic. */
export const ANSWERS: Readonly<Partial<Record<Intent, readonly string[]>>> = {
  askOrder: ['{order}', 'É o {order}', 'Pedido {order}', 'Deixa eu ver aqui... {order}'],
  askAddress: ['{address}, {city}', 'É {address}, em {city}', '{address}\n{city}'],
  askDocument: ['{document}', 'CPF {document}', 'Claro, {document}'],
  askEmail: ['{email}', 'É {email}', 'Pode mandar em {email}'],
  askName: ['{name}', 'Meu nome é {name}', '{first}, tudo bem?'],
  askPayment: ['Pix, por favor', 'Pode ser no cartão, em 3x?', 'Prefiro boleto', 'Pix mesmo, tem desconto?'],
  askSize: ['Tamanho M', 'Pode ser o preto', '220V', 'Só uma unidade mesmo', 'O maior que tiver'],
  offersSlip: [
    'Recebi, vou pagar agora',
    'Perfeito, já agendei no banco',
    'Consegui abrir aqui, {obrigado}',
    'Qual o vencimento?',
  ],
  offersPix: ['Vou fazer agora', 'Um minuto que já pago', 'Pago agora e mando o comprovante'],
  offersTracking: [
    'Ah, que bom! Vou acompanhar',
    'Então chega quando, mais ou menos?',
    'Ok, tem alguém em casa o dia todo',
  ],
  saysDelay: [
    'Poxa, é muito tempo 😕',
    'Mas eu precisava até {weekday}...',
    'Tá bom, eu aguardo então',
    'Isso já passou do prazo, não tem como agilizar?',
  ],
  offersExchange: [
    'Pode ser a troca',
    'Prefiro o reembolso, por favor',
    'E quem paga o frete da devolução?',
    'Ok, levo nos correios amanhã',
  ],
  offersDiscount: [
    'Gostei! Pode fechar pra mim',
    'Consegue melhorar um pouquinho esse valor?',
    'Vou pensar e já te respondo',
    'Fechado, como pago?',
  ],
  saysDone: ['Que ótimo!', 'Nossa, que rápido', 'Recebi aqui, deu certo', 'Perfeito 👏'],
  apology: ['Tudo bem, acontece', 'Entendo, mas preciso de uma solução', 'Sem problema, só quero resolver'],
  wait: ['Ok, aguardo', 'Tá bom', 'Sem pressa'],
  thanks: ['Eu que agradeço', '😊'],
  greeting: ['Oi, tudo bem?', 'Olá!', 'Oi! Que bom que responderam'],
  question: ['Sim', 'Isso mesmo', 'Acho que sim, por quê?', 'Não, só isso que falei'],
  statement: ['Certo', 'Entendi', 'Ok 👍', 'Ah tá', 'Hum, entendi. E agora?'],
  file: ['Recebi', 'Abriu aqui, {obrigado}', 'Chegou, vou olhar com calma'],
  rating: ['3', '3', '3', '2', '1'],
}

/** How a conversation ends. */
export const GOODBYES = [
  'Não, era só isso. Muito {obrigado}! 🙏',
  'Só isso mesmo, {obrigado} pela atenção',
  'Resolvido, valeu!',
  'Ótimo atendimento, {obrigado} 😊',
  'Show, {obrigado}! Bom trabalho pra vocês',
  'Agradeço demais. Tchau!',
] as const

/** Now and then, beside the point. */
export const ASIDES = [
  'Desculpa a demora, estava no trânsito',
  'Aqui está chovendo muito hoje 🌧️',
  'Meu filho pegou o celular, desculpa 😂',
  'Aliás, vocês estão contratando?',
  'Adorei a embalagem de vocês, viu',
  'Quem ganhou o jogo ontem? rs',
] as const

export const IMPATIENT = [
  'Oi? Alguém aí?',
  'Ainda aguardando...',
  '??',
  'Conseguiu ver?',
  'Vou precisar sair em 10 minutos',
] as const

export const CAPTIONS = {
  damage: ['Olha como chegou', 'Segue a foto', 'Dá pra ver o problema aqui', ''],
  receipt: ['Segue o comprovante', 'Comprovante do pix', 'Pago! ✅', ''],
} as const
