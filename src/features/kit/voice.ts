import { createContext, useContext } from 'react'
import { toasts } from '@/stores/toasts'

const Spoken = createContext(toasts)

/** Gives the screens below it a voice: contentToasts for areas whose toasts stay 3 s. Without one it is `toasts`. */
export const Voice = Spoken.Provider

/** The voice of the area a component is drawn in. */
export const useVoice = (): typeof toasts => useContext(Spoken)
