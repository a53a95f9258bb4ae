/** The purposes the keys of providers are sealed for (../auth/seal.ts): none can take the place of another. */
export const SEALED_FOR = {
  model: 'turno ai prompt',
  speech: 'turno speech',
  ixc: 'turno ixc',
  copilot: 'turno copilot',
  transcription: 'turno transcription',
  embedding: 'turno embedding',
} as const
