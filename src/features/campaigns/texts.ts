/** Texts of campaigns, their report and their settings. */
import { en } from './texts/en'
import { es } from './texts/es'
import { pt } from './texts/pt'

type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> }
export type Words = Same<typeof pt>

export const texts = { pt, en, es }
