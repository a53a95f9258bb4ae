export { antdTheme } from './antd-theme'
export { applyMode, resolveMode, systemPrefersDark, THEME_STORAGE_KEY } from './mode'
export { PALETTES, type Palette, type ThemeMode } from './palette'
export { applyTextSize, type TextSize } from './text-size'
