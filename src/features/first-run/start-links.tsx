import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useServers } from '@/stores/servers'
import { useIsDemo } from '@/stores/workspace'
import { DemoMark } from './demo-mark'
import styles from './first-run.module.css'

/**
 * The way back to the first question, where somebody may choose at all.
 * @param entrance on the sign-in screen, where a demo is marked and offers its people by one press.
 */
export function StartLinks({ entrance = false }: { entrance?: boolean }) {
  const { t } = useTexts()
  const isDemo = useIsDemo() && entrance
  const locked = useServers(({ state }) => state?.locked ?? true)
  if (locked && !isDemo) return null
  return (
    <p className={styles.links}>
      {isDemo ? <DemoMark plain /> : null}
      {entrance && !locked && !isDemo ? <Link to="/welcome/join">{t('firstRun.join.title')}</Link> : null}
      <Link to="/welcome">{t(isDemo ? 'firstRun.mark.enter' : 'firstRun.mark.again')}</Link>
    </p>
  )
}
