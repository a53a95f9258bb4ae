/** Texts of the fields that name an AI prompt or an integration. */
const pt = {
  nobody: 'Nenhum',
  number: 'Nº {{id}}',
  prompt: {
    label: 'Prompt de IA',
    hint: 'Quem escreve por aqui é respondido por este prompt.',
    none: 'Ainda não há prompts de IA na empresa.',
  },
  integration: {
    label: 'Integração',
    hint: 'Quem entra nesta fila é atendido por esta integração.',
    none: 'Ainda não há integrações na empresa.',
  },
}

type Tree<T> = { [K in keyof T]: T[K] extends string ? string : Tree<T[K]> }
type Words = Tree<typeof pt>

const en: Words = {
  nobody: 'None',
  number: 'No. {{id}}',
  prompt: {
    label: 'AI prompt',
    hint: 'Whoever writes here is answered by this prompt.',
    none: 'The company has no AI prompts yet.',
  },
  integration: {
    label: 'Integration',
    hint: 'Whoever enters this queue is served by this integration.',
    none: 'The company has no integrations yet.',
  },
}

const es: Words = {
  nobody: 'Ninguno',
  number: 'N.º {{id}}',
  prompt: {
    label: 'Prompt de IA',
    hint: 'Quien escribe por aquí recibe la respuesta de este prompt.',
    none: 'La empresa aún no tiene prompts de IA.',
  },
  integration: {
    label: 'Integración',
    hint: 'Quien entra en esta cola es atendido por esta integración.',
    none: 'La empresa aún no tiene integraciones.',
  },
}

export const texts = { pt, en, es }
