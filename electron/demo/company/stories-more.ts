/** Conversations before the purchase and around it, and what groups talk about. */
import type { Topic } from '../simulator/talk/cases'
import {
  a,
  askOrder,
  type Beat,
  bye,
  c,
  ending,
  file,
  giveOrder,
  goodbye,
  hello,
  later,
  maybe,
  quoting,
  wait,
} from './beats'

export const AROUND_SALE = {
  sale: [
    [
      hello,
      a(
        'Temos sim! {TheProduct} está por *{value}*, com entrega em {days} dias para {city}.',
        'Sim, em estoque: {value} à vista ou 6x sem juros.',
      ),
      maybe(0.6, file('a', 'product', 'Essa é a foto real', '')),
      c('Gostei! Tem desconto no pix?', 'À vista sai por quanto?', 'E o frete?'),
      a('No Pix consigo *5% de desconto* e frete grátis.', 'Para fechar hoje, frete grátis para {city}.'),
      c('Fechado, como pago?', 'Pode fechar pra mim', 'Quero! Manda os dados'),
      a('Me confirma o endereço de entrega?', 'Qual o endereço completo com CEP?'),
      c('{address}, {city}'),
      file('a', 'qr', 'Aqui está o QR Code do Pix, vale por 1 hora', 'É só apontar a câmera do banco'),
      later(0.4, file('c', 'receipt', 'Pago! ✅', 'Feito')),
      a(
        'Pagamento confirmado! Pedido *{order}*, obrigado pela preferência. 🎉',
        'Recebido! Seu pedido é o {order}.',
      ),
      goodbye,
    ],
    [
      hello,
      c('Preciso de 12 unidades com nota no CNPJ', 'É para minha empresa, uns 10 ou 12'),
      a(
        'Perfeito! Para essa quantidade o unitário fica *{value}*.',
        'Consigo {value} por unidade a partir de 10.',
      ),
      c('Pode formalizar por e-mail? {email}', 'Manda uma proposta em {email}, por favor'),
      a('Enviado! Dê uma olhada também na caixa de spam.', 'Acabei de enviar a proposta, válida por 7 dias.'),
      maybe(0.5, later(20, c('Recebi, a diretoria aprovou. Podemos fechar?', 'Vou pensar e já te respondo'))),
      maybe(0.4, file('a', 'card')),
      bye,
    ],
    [
      hello,
      a(
        'Esse modelo esgotou ontem, {first}. 😕 Temos um parecido por {value}.',
        'No momento está sem estoque, chega de novo em {days} dias.',
      ),
      c('Ah, que pena', 'Hum, vou esperar então'),
      a('Posso avisar por aqui assim que chegar?', 'Quer que eu te avise quando voltar?'),
      c('Pode sim, {obrigado}', 'Quero!'),
      bye,
    ],
  ],
  access: [
    [
      hello,
      a('Qual e-mail está no cadastro?', 'Me informa o e-mail da conta, por favor?'),
      c('{email}', 'É {email}'),
      wait,
      a(
        'Enviei um novo link de acesso para {email}. Veja também o ~lixo~ spam. 😉',
        'Reenviei o código agora. Pode conferir?',
      ),
      later(0.2, c('Chegou!', 'Recebi, entrei aqui', 'Não chegou ainda...')),
      maybe(0.5, a('Aproveite e ative a verificação em duas etapas: Configurações > Segurança.')),
      ...ending,
    ],
    [
      hello,
      c('Fecha sozinho quando abro meus pedidos', 'Dá erro e volta pra tela inicial'),
      a('Qual a versão do aplicativo? Fica em Menu > Sobre.', 'É Android ou iPhone? E qual a versão do app?'),
      c('Android, versão 4.2', 'iPhone, acho que 4.1', 'Deixa eu ver... 4.2'),
      quoting(
        a(
          'Essa versão tem esse problema mesmo. Atualize para a 4.3 na loja, por favor.',
          'A 4.3 corrige isso. Pode atualizar e testar?',
        ),
      ),
      later(0.5, c('Atualizei e funcionou', 'Agora abriu, {obrigado}!')),
      bye,
    ],
  ],
  taxNote: [
    [
      hello,
      askOrder,
      giveOrder,
      wait,
      file('a', 'taxNote', 'Segue a nota fiscal do pedido {order}.', 'Aqui está a NF em PDF.'),
      c('Recebi, {obrigado}!', 'Perfeito, era isso', 'Abriu aqui, {obrigado}'),
      maybe(0.4, c('Consegue mandar também no e-mail {email}?')),
      maybe(0.4, a('Enviado também por e-mail. 👍')),
      ...ending,
    ],
    [
      hello,
      c('Meu sobrenome mudou, na nota saiu o antigo', 'O CPF na nota está errado'),
      a(
        'Consigo emitir uma carta de correção. Me confirma o nome completo?',
        'Vou pedir a correção. Qual o nome certo?',
      ),
      c('{name}', 'É {name}'),
      a(
        'Pedido aberto com o fiscal. Retorno até {weekday}.',
        'Anotado, {first}. Respondo por aqui em até 24 horas.',
      ),
      later(22, file('a', 'taxNote', 'Nota corrigida, {first}!', 'Prontinho, segue a nova nota.')),
      c('Maravilha, {obrigado}', 'Perfeito! 🙏'),
      bye,
    ],
  ],
  cancel: [
    [
      hello,
      askOrder,
      giveOrder,
      wait,
      a(
        'O pedido ainda não foi faturado, então consigo cancelar agora. Confirma?',
        'Dá tempo sim! Posso confirmar o cancelamento?',
      ),
      quoting(c('Confirmo', 'Sim, por favor', 'Pode cancelar')),
      a(
        'Cancelado! O estorno de {value} aparece em até *2 faturas*.',
        'Feito. O valor de {value} volta para o cartão em até 10 dias.',
      ),
      c('Ok, {obrigado}', 'Tá bom, fico de olho na fatura'),
      ...ending,
    ],
    [
      hello,
      c('Quero cancelar, demorou demais', 'Desisti, achei mais barato'),
      a(
        'Entendo, {first}. E se eu conseguir 10% de desconto e envio expresso?',
        'Posso tentar igualar o preço? Me manda o link?',
      ),
      c(
        'Hum, aí pode ser',
        'Não, obrigado, prefiro cancelar mesmo',
        'https://outraloja.example/oferta/{order}',
      ),
      a('Combinado, já ajustei no pedido {order}.', 'Certo, registrei aqui e confirmo por e-mail.'),
      c('Obrigado pela compreensão', 'Fechado então'),
      bye,
    ],
  ],
  hours: [
    [
      hello,
      a(
        'Abrimos de segunda a sexta das 8h às 18h e sábado até as 13h.',
        'Sim! Sábado das 9h às 13h, e de segunda a sexta até as 18h.',
      ),
      c('E onde fica?', 'Qual o endereço?'),
      file('a', 'location'),
      c('Ah, é pertinho', 'Perfeito, passo aí {weekday}'),
      maybe(0.4, a('Tem estacionamento ao lado, com 30 minutos grátis.')),
      goodbye,
      bye,
    ],
    [
      hello,
      a(
        'Entregamos sim em {city}! O prazo médio é de {days} dias.',
        'Para {city} o frete é grátis acima de R$ 199,00.',
      ),
      c('Que bom! Vou fechar no site então', 'Ótimo, {obrigado}'),
      bye,
    ],
    [
      hello,
      a(
        'Fica na Rua das Palmeiras, 210, Centro, em {city}.',
        'A loja de retirada é na Avenida Brasil, 1200, sala 3.',
      ),
      file('a', 'location'),
      c('Até que horas posso ir?', 'Precisa levar documento?'),
      a(
        'Até as 18h, com o número do pedido e um documento com foto.',
        'Só o número do pedido e um documento, até as 18h.',
      ),
      goodbye,
      bye,
    ],
  ],
} as const satisfies Partial<Record<Topic, readonly (readonly Beat[])[]>>

/** What the chatbot answers to who asks for opening hours, an address or a delivery: nobody of the company writes. */
export const BOT_LINES: readonly Beat[] = [
  a(
    'Olá, {first}! Sou o assistente virtual da {company}. A loja fica na Rua das Palmeiras, 210, e abre de segunda a sexta das 8h às 18h e sábado até as 13h. Entregamos em todo o Brasil, em {days} dias em média. Para falar com uma pessoa, responda *atendente*.',
  ),
  c('Era só isso, {obrigado}!', 'Perfeito, {obrigado} 👍', 'Já ajudou, valeu!'),
  a('Disponha! Atendimento encerrado. Quando precisar, é só escrever aqui.'),
]

/** What groups talk about: a member writes, the agent answers now and then. */
export const GROUP_LINES: readonly Beat[] = [
  c('Bom dia, grupo!', 'Oi, pessoal'),
  c('O caminhão já saiu?', 'Chegou a mercadoria de ontem?'),
  a('Bom dia! Saiu às 7h30, chega até as 11h.', 'Bom dia, pessoal! Já está a caminho.'),
  c('👍', 'Obrigado'),
  maybe(0.5, file('c', 'label', 'Volume recebido', '')),
  c('Faltou uma caixa do pedido {order}', 'Tudo conferido aqui'),
  a('Vou verificar com a expedição e aviso.', 'Ótimo, obrigado por conferir!'),
  maybe(0.5, c('Amanhã tem entrega?', 'Podem mandar a lista de preços nova?')),
  maybe(0.5, a('Tem sim, no mesmo horário.', 'Mando até o fim do dia.')),
]
