/** The page of the sign-in begins with this module: its texts are on their way while its other modules are evaluated. */
import { holdTextsBack } from './load'

holdTextsBack()
