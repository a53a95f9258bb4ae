/** What docs/specification.md part 2 quotes stands word by word in the Portuguese texts. */
import { expect, it } from 'vitest'
import { flat, TEXTS } from '../../support/locales'

const QUOTED = {
  '/connections': ['Aguarde... reiniciando...', 'Desconectar', 'Tentar novamente', 'Novo QR', 'Conectando'],
  '/settings': ['Opções', 'Horários', 'Logo', 'Empresas', 'Cadastrar Empresa', 'Planos', 'Ajuda'],
  'Logo tab': [
    'Sem permissão para acessar!',
    'Use somente arquivos em formato PNG, ICO ou SVG!',
    'Escolha um arquivo!',
    'Escolha um destino!',
    'Arquivo enviado com sucesso!',
  ],
  'Companies tab': [
    '+ Vencimento de {{name}}',
    'Operação atualizada com sucesso.',
    'Horários atualizados com sucesso.',
    'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
  ],
  '/schedules': ['Erro de Envio', 'Mensagem muito curta', 'Obrigatório'],
  '/financeiro': [
    ...['Faturas', 'Id', 'Detalhes', 'Valor', 'Data Venc.', 'Status', 'Ação', 'PAGAR', 'PAGO'],
    ...['Pago', 'Vencido', 'Em Aberto'],
  ],
  'Checkout dialog': [
    ...['Falta pouco!', 'Dados', 'Personalizar', 'Revisar'],
    'Assinatura realizada com sucesso!, aguardando a realização do pagamento',
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório',
    'País é obrigatório',
  ],
  '/subscription': ['Seu período de teste termina em {{count}} dias!', 'Assine Agora!'],
  'Section 8': [
    'Ocorreu um erro desconhecido!',
    'Não foi possível carregar a lista de registros',
    'Não foi possível realizar a operação',
    'Operação realizada com sucesso!',
    'Exclusão de Registro',
    'Deseja realmente excluir esse registro?',
  ],
}

const portuguese = new Set(flat(TEXTS.pt).map(([, text]) => text))

it.each(Object.entries(QUOTED))('%s says what the specification quotes', (_where, quoted) => {
  expect(quoted.filter(text => !portuguese.has(text))).toEqual([])
})
