import { StyleProvider } from '@ant-design/cssinjs'
import { App as AntdApp, ConfigProvider, type ThemeConfig } from 'antd'
import enGB from 'antd/locale/en_GB'
import esES from 'antd/locale/es_ES'
import ptBR from 'antd/locale/pt_BR'
import { ChevronDown, CircleAlert, CircleCheck, CircleX, Info } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { I18nextProvider } from 'react-i18next'
import { i18n, type Language, setLanguage, TextsProvider, useTexts } from '@/i18n'
import { usePreferences } from '@/stores/preferences'
import { atSessionEnd } from '@/stores/session-end'
import {
  Announcer,
  ClearLabel,
  clearAnnouncements,
  ErrorBoundary,
  styleNonce,
  TipLayer,
  useMedia,
} from '@/ui'
import { ToastArea } from './shell/toast-area'
import {
  antdTheme,
  applyMode,
  applyTextSize,
  applyVariables,
  keepingCache,
  resolveMode,
  variablesKey,
} from './theme'

const ANTD_LOCALES: Record<Language, typeof ptBR> = { pt: ptBR, en: enGB, es: esES }

/**
 * In a low window the middle of a dialog scrolls, and its title and buttons stay in sight. The margin that is taken back
 * as padding is room for the ring of the focus, and brings the scroll bar to the edge.
 */
const DIALOGS = {
  styles: {
    // A long title breaks before the button that closes.
    header: { marginBottom: 8, paddingRight: 32 },
    body: {
      maxHeight: 'max(160px, calc(100dvh - 176px))',
      margin: '0 -24px',
      padding: '4px 24px',
      overflowY: 'auto',
      // A field that is tabbed to comes to stand above what a failed save says at the lower edge.
      scrollPaddingBottom: 64,
      // As in the menu: a shade at an edge beyond which there is more; what scrolls along covers it at the ends.
      background: [
        'linear-gradient(var(--c-raised) 40%, transparent) center top / 100% 28px no-repeat local',
        'linear-gradient(transparent, var(--c-raised) 60%) center bottom / 100% 28px no-repeat local',
        'linear-gradient(var(--c-shade), transparent) center top / 100% 8px no-repeat',
        'linear-gradient(transparent, var(--c-shade)) center bottom / 100% 8px no-repeat',
      ].join(', '),
    },
    footer: { marginTop: 16 },
  },
} as const

/** Closed where dialogs are. */
const DRAWERS = { closable: { placement: 'end' } } as const

/** Its own icons are read aloud by their English names; what these say is in the words beside them. */
const PICKERS = { suffixIcon: <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" /> }
const signOf = (Icon: typeof Info) => <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
const ALERTS = {
  successIcon: signOf(CircleCheck),
  infoIcon: signOf(Info),
  warningIcon: signOf(CircleAlert),
  errorIcon: signOf(CircleX),
}

// In every window: each has a live region of its own.
atSessionEnd('announcements', clearAnnouncements)

const STYLES = keepingCache()
const CSP = { nonce: styleNonce() }

/** Ant Design in the language of the texts: a language that was just chosen may still be loading. */
function Components({ theme, children }: { theme: ThemeConfig; children: ReactNode }) {
  const { t, language } = useTexts()
  return (
    <ConfigProvider
      csp={CSP}
      theme={theme}
      locale={ANTD_LOCALES[language]}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      modal={DIALOGS}
      drawer={DRAWERS}
      select={PICKERS}
      alert={ALERTS}
    >
      <ClearLabel value={t('common.clear')}>{children}</ClearLabel>
    </ConfigProvider>
  )
}

function OuterBoundary({ children }: { children: ReactNode }) {
  const { t } = useTexts()
  return (
    <ErrorBoundary
      title={t('shell.failure.title')}
      text={t('shell.failure.text')}
      reloadLabel={t('common.reload')}
      onReload={() => void window.turno?.app.reload()}
      onError={(error, stack) =>
        void window.turno?.log.write({
          level: 'error',
          message:
            `screen failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`.slice(
              0,
              4_000,
            ),
          context: { stack: stack.slice(0, 2_000) },
        })
      }
    >
      {children}
    </ErrorBoundary>
  )
}

/** Everything a screen stands on: language, theme, dialogs, toasts, the live region and the last safety net. */
export function Providers({ children }: { children: ReactNode }) {
  const language = usePreferences(state => state.language)
  const choice = usePreferences(state => state.theme)
  const textSize = usePreferences(state => state.fontSize)
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const mode = resolveMode(choice, systemDark)
  const theme = useMemo(() => antdTheme(mode, reducedMotion, textSize), [mode, reducedMotion, textSize])

  useEffect(() => applyMode(mode), [mode])
  useLayoutEffect(
    () => applyVariables(variablesKey(mode, reducedMotion, textSize)),
    [mode, reducedMotion, textSize],
  )
  useEffect(() => applyTextSize(textSize), [textSize])
  useEffect(() => {
    void setLanguage(language)
  }, [language])

  return (
    <I18nextProvider i18n={i18n}>
      <TextsProvider>
        <StyleProvider cache={STYLES}>
          <Components theme={theme}>
            <AntdApp component={false}>
              <OuterBoundary>
                {children}
                <ToastArea />
                <Announcer />
                <TipLayer />
              </OuterBoundary>
            </AntdApp>
          </Components>
        </StyleProvider>
      </TextsProvider>
    </I18nextProvider>
  )
}
