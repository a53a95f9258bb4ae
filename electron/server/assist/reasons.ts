/** Why a person is asked to go on; the words are for the agent who takes the ticket. */
export const REASONS = {
  customer: 'O cliente pediu uma pessoa.',
  model: 'A IA passou a conversa para uma pessoa.',
  failed: 'O atendimento automático falhou e a conversa ficou para uma pessoa.',
  silent: 'O provedor de IA não respondeu a tempo.',
  busy: 'O provedor de IA recusou por excesso de uso ou falta de crédito.',
  key: 'A chave do provedor de IA foi recusada. Confira o prompt.',
  address: 'O endereço do provedor não é permitido neste servidor.',
  ixcKey: 'O IXC recusou a API Key. Confira a integração.',
  ixcSilent: 'O IXC não respondeu dentro do tempo e das tentativas configuradas.',
  ixcFailed: 'O IXC respondeu com um erro, também nas novas tentativas.',
  document: 'O cliente não informou um CPF ou CNPJ válido.',
  unknown: 'Não há cadastro no IXC com o documento informado.',
  choice: 'O cliente não escolheu nenhuma das opções.',
  unlock: 'O IXC não liberou o desbloqueio de confiança.',
} as const
export type Reason = keyof typeof REASONS

/** Trying again would not help. */
export class Final extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
    this.name = 'Final'
  }
}

const WANTS =
  /\b(atendente|humano|falar com (algu[eé]m|uma? (pessoa|atendente|humano))|quero (uma? )?(pessoa|atendente|humano)|pessoa de verdade|operador)\b/iu

/** Whether a customer asks for a person in so many words. */
export const wantsPerson = (text: string): boolean => WANTS.test(text)
