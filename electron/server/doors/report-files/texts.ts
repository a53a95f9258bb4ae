/** The words of reports as files and mails. */
import figuresEn from '../../../../src/locales/en/figures.json' with { type: 'json' }
import en from '../../../../src/locales/en/reportFiles.json' with { type: 'json' }
import figuresEs from '../../../../src/locales/es/figures.json' with { type: 'json' }
import es from '../../../../src/locales/es/reportFiles.json' with { type: 'json' }
import figuresPt from '../../../../src/locales/pt/figures.json' with { type: 'json' }
import pt from '../../../../src/locales/pt/reportFiles.json' with { type: 'json' }
import { translators } from '../../../translators'

export const reportTexts = translators({
  pt: { reportFiles: pt, figures: figuresPt },
  en: { reportFiles: en, figures: figuresEn },
  es: { reportFiles: es, figures: figuresEs },
})
