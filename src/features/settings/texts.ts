import { en } from './texts/en'
import { es } from './texts/es'
import { hours, logo } from './texts/logo'
import { mail } from './texts/mail'
import { options } from './texts/options'
import { pt } from './texts/pt'

export const texts = {
  pt: { ...pt, options: options.pt, logo: logo.pt, hours: hours.pt, mail: mail.pt },
  en: { ...en, options: options.en, logo: logo.en, hours: hours.en, mail: mail.en },
  es: { ...es, options: options.es, logo: logo.es, hours: hours.es, mail: mail.es },
}
