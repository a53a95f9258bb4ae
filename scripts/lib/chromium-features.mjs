/**
 * What a Chromium that tests and benches drive is to leave out. Since the windows of a headless Chromium are whole browser
 * windows, each brings the suggestions of an address bar that nobody sees: two pages of their own, a second of
 * computing for every window, several times what a page of ours takes.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/**
 * What Playwright itself switches off: only the last list on the command line counts, so ours has to repeat it.
 * tests/unit/stand-in/scripts.test.ts compares it with the installed Playwright's.
 */
export const BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** The switch for Chromium's command line. */
export const WITHOUT_UNSEEN = `--disable-features=${[...BY_PLAYWRIGHT, ...UNSEEN].join(',')}`
