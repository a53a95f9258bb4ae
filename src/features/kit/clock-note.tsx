import { useTexts } from '@/i18n'
import { isElsewhere, useCompanyZone } from '@/stores/company-clock'
import styles from './clock-note.module.css'

/** Whose clock times are by, where the company's is not this computer's; null where both show the same. */
export function useClockNote(): string | null {
  const { t } = useTexts()
  const zone = useCompanyZone()
  return isElsewhere(zone) ? t('kit.companyClock', { zone: zone.replaceAll('_', ' ') }) : null
}

/** The same as a line above times. */
export function ClockNote() {
  const note = useClockNote()
  return note === null ? null : <p className={styles.note}>{note}</p>
}
