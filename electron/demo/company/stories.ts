/** Conversations after the purchase: deliveries, payments, defects, exchanges. */
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
  ok,
  quoting,
  wait,
} from './beats'

export const AFTER_SALE = {
  delivery: [
    [
      hello,
      askOrder,
      giveOrder,
      wait,
      ok,
      a(
        'Localizei: o pedido {order} está com a transportadora. O código de rastreio é *{tracking}*.',
        'Achei aqui. Saiu do centro de distribuição na {weekday}, código *{tracking}*.',
      ),
      maybe(0.5, file('a', 'label', 'Essa é a etiqueta do seu envio', '')),
      maybe(0.35, file('c', 'call')),
      c('E chega quando?', 'Mas está parado faz dias...', 'Tem previsão?'),
      a(
        'A previsão atualizada é {weekday}, até as 18h. Você acompanha em https://rastreio.demo.turno/{tracking}',
        'Houve um atraso na rota, peço desculpas. A nova previsão é {weekday}.',
      ),
      maybe(0.4, quoting(c('Não estarei em casa nesse horário', 'Pode deixar com o porteiro?'))),
      maybe(
        0.4,
        a(
          'Sem problema, vou registrar essa observação na entrega.',
          'Pode sim! Já anotei para o entregador.',
        ),
      ),
      ...ending,
    ],
    [
      hello,
      c(
        'O status diz entregue e eu não recebi nada!',
        'Consta como entregue, mas não tem ninguém com meu pacote',
      ),
      a(
        'Sinto muito, {first}. Me confirma o endereço, por favor?',
        'Vou abrir uma verificação. Qual o endereço de entrega?',
      ),
      c('{address}, {city}', 'É {address}, em {city}'),
      maybe(0.5, file('c', 'location')),
      wait,
      maybe(0.5, file('c', 'voice', 'Áudio')),
      a(
        'O entregador informou que deixou com um vizinho do número ao lado. Você consegue verificar?',
        'Foi recebido por alguém na portaria, assinado na {weekday}. Pode perguntar lá?',
      ),
      later(
        2,
        c(
          'Era isso mesmo, estava na portaria 😅',
          'Achei! Estava com a vizinha',
          'Encontrei aqui, desculpa o incômodo',
        ),
      ),
      a('Que ótimo, {first}! Fico feliz que deu certo.', 'Ufa! 😄 Qualquer coisa estamos por aqui.'),
      bye,
    ],
  ],
  slip: [
    [
      hello,
      askOrder,
      giveOrder,
      a('Me confirma também o CPF do titular, por segurança?', 'E o CPF cadastrado, por favor?'),
      c('{document}', 'CPF {document}'),
      wait,
      file(
        'a',
        'slip',
        'Segue a segunda via do boleto, com vencimento atualizado.',
        'Aqui está o boleto do pedido {order}.',
      ),
      maybe(0.5, a('A linha digitável é:\n```00190.00009 02837.{order}4 00000.000000 1 00000000018990```')),
      c('Recebi, vou pagar agora', 'Consegui abrir, {obrigado}', 'Perfeito, já agendei no banco'),
      maybe(0.4, later(3, file('c', 'receipt', 'Pago! ✅', 'Segue o comprovante'))),
      maybe(
        0.5,
        a(
          'Recebido! A baixa leva até *1 dia útil*.',
          'Obrigado, {first}. Assim que compensar seu pedido segue para separação.',
        ),
      ),
      ...ending,
    ],
    [
      hello,
      c('O valor no boleto está maior do que o do site', 'Cobraram frete duas vezes no boleto'),
      a('Vou corrigir. O valor certo é *{value}*, confere?', 'Entendi. Pelo sistema seria {value}. É isso?'),
      quoting(c('Isso, {value}', 'Exatamente', 'Sim, era esse o valor')),
      wait,
      file('a', 'slip', 'Pronto! Novo boleto, já com o valor corrigido.'),
      c('Agora sim, {obrigado}', 'Muito {obrigado} pela rapidez'),
      bye,
    ],
  ],
  pix: [
    [
      hello,
      a('Pode me enviar o comprovante, por favor?', 'Você consegue mandar a foto do comprovante?'),
      file('c', 'receipt', 'Segue o comprovante', 'Aqui', ''),
      wait,
      a(
        'Identifiquei o pagamento de {value}. O pedido *{order}* está confirmado!',
        'Tudo certo: {value} confirmados no pedido {order}.',
      ),
      c('Ah, que alívio!', 'Perfeito, {obrigado}', 'Nossa, que rápido 👏'),
      maybe(0.4, a('O Pix às vezes leva alguns minutos para aparecer, peço desculpas pelo susto.')),
      ...ending,
    ],
    [
      hello,
      c('Paguei em duplicidade, foram dois de {value}', 'Saiu duas vezes da minha conta'),
      a(
        'Vamos resolver. Em qual chave Pix você prefere receber a devolução?',
        'Certo. Me passa o e-mail ou celular da sua chave Pix para o estorno?',
      ),
      c('{email}', 'Pode ser no meu e-mail, {email}'),
      a(
        'Anotado. O estorno de {value} cai em até *2 dias úteis*.',
        'Solicitei o estorno agora. Protocolo {tracking}.',
      ),
      later(26, c('O estorno chegou, {obrigado}!', 'Caiu aqui, valeu 🙏')),
      a('Que bom! Obrigado por avisar. 😊', 'Perfeito, {first}. Tenha um ótimo dia!'),
    ],
  ],
  defect: [
    [
      hello,
      a(
        'Sinto muito por isso, {first}. Pode enviar uma foto do problema?',
        'Que chato! Você consegue mandar uma foto?',
      ),
      file('c', 'damage', 'Olha como chegou', 'Dá pra ver o problema aqui', ''),
      maybe(0.5, file('c', 'voice', 'Áudio')),
      a(
        'Obrigado pela foto. Vou pedir a substituição sem custo.',
        'Dá para ver bem. Você prefere *troca* ou *reembolso*?',
      ),
      c('Prefiro a troca', 'Quero trocar por outro igual', 'Pode ser a troca, se chegar até {weekday}'),
      askOrder,
      giveOrder,
      a(
        'Troca aprovada! A coleta passa na {weekday} e o novo sai no mesmo dia.',
        'Prontinho: coleta agendada para {weekday}, entre 8h e 12h.',
      ),
      maybe(0.4, c('Preciso imprimir alguma coisa?', 'Tem que estar na caixa original?')),
      maybe(0.4, file('a', 'label', 'Só essa etiqueta, por favor.')),
      ...ending,
    ],
    [
      hello,
      c('Ele não liga de jeito nenhum, já tentei outra tomada', 'Funciona uns minutos e apaga'),
      a(
        'Vamos testar juntos: segure o botão por *10 segundos* com o cabo conectado.',
        'Pode tentar reiniciar? _Desconecte da tomada por 1 minuto_ e ligue de novo.',
      ),
      c('Vou tentar', 'Peraí, testando'),
      later(0.3, c('Funcionou! 😮', 'Ligou! Não acredito que era só isso', 'Agora foi, {obrigado}')),
      a('Que ótimo! Se voltar a acontecer, a garantia é de 12 meses.', 'Excelente! Fico à disposição.'),
      goodbye,
      bye,
    ],
  ],
  exchange: [
    [
      hello,
      askOrder,
      giveOrder,
      wait,
      a(
        'Pode trocar sim! O prazo é de 30 dias e a primeira troca é grátis.',
        'Está dentro do prazo. Vou gerar o código de postagem.',
      ),
      c('Como eu envio?', 'Preciso ir até os correios?'),
      a(
        'O código é *{tracking}*. É só levar em qualquer agência com o produto embalado.',
        'Leve a uma agência com este código: *{tracking}*',
      ),
      file('a', 'label', '', 'Etiqueta para colar na caixa'),
      c('Entendi, levo amanhã', 'Ok, {obrigado}'),
      maybe(0.5, later(30, c('Postei hoje de manhã', 'Já postei!'))),
      maybe(0.5, a('Recebemos o aviso de postagem. Assim que chegar, enviamos o novo.')),
      bye,
    ],
    [
      hello,
      c('Pedi azul e veio preto', 'O tamanho veio errado, e a nota está certa'),
      file('c', 'product', 'Foi isso que chegou', ''),
      a('Erro nosso na separação, {first}. Me desculpe.', 'Peço desculpas, foi uma falha nossa.'),
      a(
        'Envio o correto ainda hoje e a coleta do outro é por nossa conta.',
        'O certo sai hoje, sem custo. Você não precisa fazer nada.',
      ),
      c('Aí sim 👏', 'Muito bom, {obrigado}'),
      ...ending,
    ],
  ],
} as const satisfies Partial<Record<Topic, readonly (readonly Beat[])[]>>
