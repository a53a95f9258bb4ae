/** Texts of the frame around every screen: rail, top bar, palette, keys, guards. */
import { en } from './en'
import { es } from './es'
import { pt } from './pt'

export const shell = { pt, en, es }
