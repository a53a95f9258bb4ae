/** The words of notices and of the tray, in the console's three languages. */
import type { TFunction } from 'i18next'
import enNotices from '../../../src/locales/en/notices.json' with { type: 'json' }
import enNotReceived from '../../../src/locales/en/notReceived.json' with { type: 'json' }
import esNotices from '../../../src/locales/es/notices.json' with { type: 'json' }
import esNotReceived from '../../../src/locales/es/notReceived.json' with { type: 'json' }
import ptNotices from '../../../src/locales/pt/notices.json' with { type: 'json' }
import ptNotReceived from '../../../src/locales/pt/notReceived.json' with { type: 'json' }
import { translators } from '../../translators'

/** `t` of a language, for the keys of `notices` and `notReceived`. */
export const noticeTexts = translators({
  pt: { notices: ptNotices, notReceived: ptNotReceived },
  en: { notices: enNotices, notReceived: enNotReceived },
  es: { notices: esNotices, notReceived: esNotReceived },
})

/** How long somebody has waited, as an agent says it. @param ms negative (a clock that runs ahead) counts as none. */
export function ageText(ms: number, t: TFunction): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return t('notices.seconds')
  if (minutes < 60) return t('notices.minutes', { minutes })
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0
    ? t('notices.hours', { hours })
    : t('notices.hoursMinutes', { hours, minutes: minutes % 60 })
}
