import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useServers } from '@/stores/servers'
import { useIsDemo } from '@/stores/workspace'
import { DemoMark } from './demo-mark'
import styles from './first-run.module.css'

/** On the sign-in screen and in the settings: the mark of the demo, and the way back to the first question. */
export function StartLinks() {
  const { t } = useTexts()
  const isDemo = useIsDemo()
  const locked = useServers(({ state }) => state?.locked ?? true)
  if (locked && !isDemo) return null
  return (
    <p className={styles.links}>
      {isDemo ? <DemoMark plain /> : null}
      <Link to="/welcome">{t(isDemo ? 'firstRun.mark.enter' : 'firstRun.mark.again')}</Link>
    </p>
  )
}
