/** What customers of other languages answer, with what it means: they understand no Portuguese, and say so kindly. */
import type { Part } from './brain'

export type Words = Readonly<Record<'pt' | 'en' | 'es', string>>

interface Speaker {
  language: 'en' | 'es'
  answers: readonly Words[]
}

/** By the number of the customer's phone. */
export const SPEAKERS: Readonly<Record<string, Speaker>> = {
  '5491145678123': {
    language: 'es',
    answers: [
      {
        es: 'Perfecto, muchas gracias por avisarme.',
        pt: 'Perfeito, muito obrigada por me avisar.',
        en: 'Perfect, thank you very much for telling me.',
      },
      {
        es: '¿Me puede mandar el comprobante cuando lo tenga?',
        pt: 'Pode me mandar o comprovante quando tiver?',
        en: 'Can you send me the receipt when you have it?',
      },
      {
        es: 'Disculpe, ¿entonces llega antes del viernes?',
        pt: 'Desculpe, então chega antes de sexta?',
        en: 'Sorry, so does it arrive before Friday?',
      },
      { es: 'Bueno, quedo a la espera.', pt: 'Certo, fico no aguardo.', en: 'All right, I will wait.' },
    ],
  },
  '14155550142': {
    language: 'en',
    answers: [
      {
        en: 'That is great, thank you!',
        pt: 'Que ótimo, obrigada!',
        es: '¡Qué bien, gracias!',
      },
      {
        en: 'Could you send me a link to the one you would pick?',
        pt: 'Pode me mandar o link da que você escolheria?',
        es: '¿Me puede mandar el enlace de la que usted elegiría?',
      },
      {
        en: 'And how long does the installation take?',
        pt: 'E quanto tempo leva a instalação?',
        es: '¿Y cuánto tarda la instalación?',
      },
      {
        en: 'Okay, I will talk to my husband and write again.',
        pt: 'Certo, vou falar com meu marido e escrevo de novo.',
        es: 'De acuerdo, hablo con mi marido y vuelvo a escribir.',
      },
    ],
  },
}

/**
 * What a customer really says for something that was thought of in Portuguese.
 * @param number of the customer's phone. @param turn how often the customer has answered before; each sentence has its turn.
 */
export function inOwnLanguage(number: string, part: Part, turn: number): Part {
  const speaker = SPEAKERS[number]
  const isRating = part.kind === 'text' && /^[1-3]$/.test(part.body)
  if (!speaker || part.kind === 'reaction' || isRating) return part
  const words = speaker.answers[turn % speaker.answers.length]
  if (!words) return part
  return { kind: 'text', body: words[speaker.language], quotes: false, afterwards: null }
}
