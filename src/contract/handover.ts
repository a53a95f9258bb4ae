/**
 * Why an automatic answer asks a person to go on. The server writes the sentence into the ticket's handover note, as a
 * colleague writes theirs; a console that knows it says it in the language of whoever reads.
 */
export const HANDOVER_REASONS = {
  customer: 'O cliente pediu uma pessoa.',
  model: 'A IA passou a conversa para uma pessoa.',
  failed: 'O atendimento automático falhou e a conversa ficou para uma pessoa.',
  silent: 'O provedor de IA não respondeu a tempo.',
  busy: 'O provedor de IA recusou por excesso de uso ou falta de crédito.',
  key: 'A chave do provedor de IA foi recusada. Confira o prompt.',
  address: 'O endereço do provedor de IA não é permitido neste servidor.',
  ixcKey: 'O IXC recusou a API Key. Confira a integração.',
  ixcSilent: 'O IXC não respondeu dentro do tempo e das tentativas configuradas.',
  ixcFailed: 'O IXC respondeu com um erro, também nas novas tentativas.',
  document: 'O cliente não informou um CPF ou CNPJ válido.',
  unknown: 'Não há cadastro no IXC com o documento informado.',
  proof: 'O cliente não confirmou que o cadastro do IXC é dele.',
  choice: 'O cliente não escolheu nenhuma das opções.',
  unlock: 'O IXC não liberou o desbloqueio de confiança.',
  robot: 'O atendimento automático respondeu vezes demais: do outro lado pode haver um robô.',
  off: 'O atendimento automático foi desligado.',
} as const
export type HandoverReason = keyof typeof HANDOVER_REASONS

const REASON_OF = new Map<string, HandoverReason>([
  ...(Object.keys(HANDOVER_REASONS) as HandoverReason[]).map(
    reason => [HANDOVER_REASONS[reason], reason] as const,
  ),
  // As notes of earlier versions have it.
  ['O endereço do provedor não é permitido neste servidor.', 'address'],
])

/**
 * Parts a handover note.
 * @returns the reason its first line stands for, null when a person wrote it; and the rest of the note.
 */
export function readHandover(note: string): { reason: HandoverReason | null; rest: string } {
  const [first = '', ...rest] = note.split('\n')
  const reason = REASON_OF.get(first) ?? null
  return { reason, rest: reason === null ? note : rest.join('\n') }
}
