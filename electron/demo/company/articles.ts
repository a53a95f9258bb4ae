/** What the demo company knows: agents find it by "?", the simulated assistant answers with it. */
import type { QueueName } from './company'

/** `queues`: none is everybody's. `by`: e-mail of who wrote it. */
export const ARTICLES: readonly {
  title: string
  text: string
  queues: readonly QueueName[]
  tags: readonly string[]
  by: string
}[] = [
  {
    title: 'Quem paga o frete da troca ou da devolução?',
    text: 'A primeira troca de cada pedido é gratuita: geramos um código de postagem e você leva o pacote a uma agência dos Correios. Na devolução por arrependimento, em até 7 dias depois da entrega, o frete também é por nossa conta.',
    queues: [],
    tags: ['troca', 'frete'],
    by: 'carla@demo.turno',
  },
  {
    title: 'Até quando posso trocar um produto?',
    text: 'A troca é gratuita em até 30 dias depois da entrega, com o produto sem uso, na embalagem e com a etiqueta. Preciso do número do pedido para gerar o código de postagem.',
    queues: [],
    tags: ['troca'],
    by: 'carla@demo.turno',
  },
  {
    title: 'Em quanto tempo o estorno cai na conta?',
    text: 'No Pix o estorno cai em até 2 dias úteis. No cartão de crédito ele aparece em uma ou duas faturas, conforme o banco. No boleto devolvemos por Pix, na conta do titular do pedido.',
    queues: [],
    tags: ['reembolso', 'pagamento'],
    by: 'admin@demo.turno',
  },
  {
    title: 'O rastreio não atualiza, o que faço?',
    text: 'Depois da postagem o rastreio pode levar até 48 horas para mostrar o primeiro movimento. Se estiver parado há mais de 5 dias úteis, abrimos uma busca na transportadora e respondemos em até 2 dias úteis.',
    queues: ['Entregas', 'Suporte'],
    tags: ['entrega', 'rastreio'],
    by: 'ana@demo.turno',
  },
  {
    title: 'Qual é o prazo de entrega e quanto custa o frete?',
    text: 'A entrega leva até 5 dias úteis depois da confirmação do pagamento. O frete é grátis em compras acima de R$ 199,00; abaixo disso o valor aparece no carrinho, pelo CEP.',
    queues: [],
    tags: ['entrega', 'frete'],
    by: 'admin@demo.turno',
  },
  {
    title: 'Posso mudar o endereço depois da compra?',
    text: 'Sim, enquanto o pedido não foi despachado. Informe o número do pedido e o endereço completo com CEP. Depois do despacho a transportadora faz três tentativas e o pacote volta para nós, sem custo para você.',
    queues: ['Entregas', 'Suporte'],
    tags: ['entrega', 'endereço'],
    by: 'ana@demo.turno',
  },
  {
    title: 'Como peço a segunda via do boleto?',
    text: 'Informe o número do pedido e o CPF do titular e enviamos a segunda via por aqui. O boleto vencido é gerado de novo com vencimento em 3 dias, sem multa.',
    queues: ['Financeiro', 'Suporte'],
    tags: ['boleto', 'pagamento'],
    by: 'admin@demo.turno',
  },
  {
    title: 'Quais são as formas de pagamento?',
    text: 'Pix com 5% de desconto, boleto à vista ou cartão de crédito em até 6 vezes sem juros, com parcela mínima de R$ 40,00.',
    queues: ['Vendas', 'Financeiro'],
    tags: ['pagamento', 'desconto'],
    by: 'admin@demo.turno',
  },
  {
    title: 'Qual é a garantia e como eu aciono?',
    text: 'Todos os eletrodomésticos têm garantia de 12 meses contra defeito de fabricação. Envie uma foto do defeito e da nota fiscal; a assistência responde em até 3 dias úteis e, se não houver conserto em 30 dias, você escolhe entre troca e reembolso.',
    queues: ['Suporte'],
    tags: ['garantia', 'defeito'],
    by: 'carla@demo.turno',
  },
  {
    title: 'O produto chegou com defeito ou quebrado, e agora?',
    text: 'Sinto muito por isso! Envie uma foto do produto e da embalagem em até 7 dias depois da entrega. Você escolhe entre receber outro igual, sem custo, ou o reembolso total.',
    queues: [],
    tags: ['defeito', 'troca'],
    by: 'carla@demo.turno',
  },
  {
    title: 'Como recebo a nota fiscal?',
    text: 'A nota fiscal é enviada ao e-mail do pedido no dia do despacho. Se não chegou, confira a caixa de spam ou peça aqui com o número do pedido: reenviamos em PDF na hora.',
    queues: [],
    tags: ['nota fiscal'],
    by: 'admin@demo.turno',
  },
  {
    title: 'Posso cancelar a compra?',
    text: 'Sim. Antes do despacho cancelamos na hora e o estorno é total. Depois do despacho basta recusar o pacote ou devolvê-lo em até 7 dias.',
    queues: [],
    tags: ['cancelamento', 'reembolso'],
    by: 'admin@demo.turno',
  },
]
