import { en } from './texts/en'
import { es } from './texts/es'
import { pt } from './texts/pt'

export const texts = { pt, en, es }
