import { StyleProvider } from '@ant-design/cssinjs'
import { App as AntdApp, ConfigProvider } from 'antd'
import enGB from 'antd/locale/en_GB'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import {
  antdTheme,
  applyMode,
  applyTextSize,
  applyVariables,
  keepingCache,
  systemPrefersDark,
  type TextSize,
  type ThemeMode,
  variablesKey,
} from '@/app/theme'
import { Announcer, SegmentedTabs, TipLayer } from '@/ui'
import styles from './gallery.module.css'
import { PIECES } from './pieces'

const STYLES = keepingCache()

const SIZES = [
  { key: '13', label: '13 px' },
  { key: '14', label: '14 px' },
  { key: '16', label: '16 px' },
] as const

/** The page: a bar to choose theme and text size, and one box for each piece. */
export function Gallery() {
  const [mode, setMode] = useState<ThemeMode>(() => (systemPrefersDark() ? 'dark' : 'light'))
  const [size, setSize] = useState<(typeof SIZES)[number]['key']>('14')
  const textSize = Number(size) as TextSize
  const theme = useMemo(() => antdTheme(mode, false, textSize), [mode, textSize])
  useEffect(() => applyMode(mode), [mode])
  useLayoutEffect(() => applyVariables(variablesKey(mode, false, textSize)), [mode, textSize])
  useEffect(() => applyTextSize(textSize), [textSize])

  return (
    <StyleProvider cache={STYLES}>
      <ConfigProvider theme={theme} locale={enGB} wave={{ disabled: true }}>
        <AntdApp component={false}>
          <div className={styles.page}>
            <header className={styles.bar}>
              <h1>Pieces of the interface</h1>
              <SegmentedTabs<ThemeMode>
                id="theme"
                label="Theme"
                look="pill"
                panels={false}
                items={[
                  { key: 'light', label: 'Light' },
                  { key: 'dark', label: 'Dark' },
                ]}
                value={mode}
                onChange={setMode}
              />
              <SegmentedTabs
                id="size"
                label="Text size"
                look="pill"
                panels={false}
                items={SIZES}
                value={size}
                onChange={setSize}
              />
            </header>
            {PIECES.map(({ name, about, wide, show: Show }) => (
              <section
                key={name}
                className={styles.piece}
                data-piece={name}
                data-wide={wide || undefined}
                aria-label={name}
              >
                <h2>{name}</h2>
                <p>{about}</p>
                <div className={styles.shown}>
                  <Show />
                </div>
              </section>
            ))}
          </div>
          <Announcer />
          <TipLayer />
        </AntdApp>
      </ConfigProvider>
    </StyleProvider>
  )
}
