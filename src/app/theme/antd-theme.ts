/** Ant Design's tokens from the one palette. */
import { type ThemeConfig, theme } from 'antd'
import { EASE, MOTION } from '@/ui/motion'
import { FONT_FAMILY, FONT_MONO, METRICS } from './metrics'
import { PALETTES, type Palette, type ThemeMode } from './palette'
import type { TextSize } from './text-size'
import { variablesKey } from './variables-key'

/**
 * Ant Design derives these from their seeds (a dark algorithm darkens them), and an override of a seed is a seed again.
 * A last algorithm puts the measured values in their place.
 */
const exactSeeds =
  (c: Palette) =>
  <Map extends object>(_seed: unknown, map?: Map): Map => ({
    ...(map as Map),
    colorPrimary: c.accentFill,
    colorLink: c.accent,
    colorInfo: c.info,
    colorSuccess: c.success,
    colorWarning: c.warning,
    colorError: c.error,
  })

/**
 * Builds the theme of a mode.
 * @param mode light or dark.
 * @param reducedMotion true when the person asked the system for less motion.
 * @param textSize base text in pixels.
 */
export function antdTheme(
  mode: ThemeMode,
  reducedMotion: boolean,
  textSize: TextSize = METRICS.text,
): ThemeConfig {
  const c = PALETTES[mode]
  const seconds = (ms: number): string => `${ms / 1000}s`
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, exactSeeds(c)],
    cssVar: { prefix: 'ant', key: variablesKey(mode, reducedMotion, textSize) },
    hashed: false,
    token: {
      colorPrimary: c.accentFill,
      colorPrimaryHover: c.accentFillHover,
      colorPrimaryActive: c.accentFillPress,
      colorPrimaryBg: c.accentSoft,
      colorPrimaryBgHover: c.accentSoft,
      colorPrimaryBorder: c.focus,
      lineWidthFocus: 2,
      colorPrimaryBorderHover: c.accent,
      colorPrimaryText: c.accent,
      colorPrimaryTextHover: c.accentHover,
      colorPrimaryTextActive: c.accent,
      colorLink: c.accent,
      colorLinkHover: c.accentHover,
      colorLinkActive: c.accentHover,
      colorInfo: c.info,
      colorInfoBg: c.infoSoft,
      colorInfoText: c.info,
      colorSuccess: c.success,
      colorSuccessBg: c.successSoft,
      colorSuccessText: c.success,
      colorWarning: c.warning,
      colorWarningBg: c.warningSoft,
      colorWarningText: c.warning,
      colorError: c.error,
      colorErrorHover: c.error,
      colorErrorBg: c.errorSoft,
      colorErrorText: c.error,
      colorBgLayout: c.layout,
      colorBgContainer: c.surface,
      colorBgElevated: c.raised,
      colorBgSpotlight: c.tip,
      colorBgMask: c.scrim,
      colorText: c.text,
      colorTextHeading: c.text,
      colorTextSecondary: c.text2,
      colorTextLabel: c.text2,
      colorTextTertiary: c.text3,
      colorTextDescription: c.text3,
      colorTextPlaceholder: c.text3,
      colorTextQuaternary: c.textDisabled,
      colorTextDisabled: c.textDisabled,
      colorIcon: c.text3,
      colorIconHover: c.text,
      colorBorder: c.lineField,
      colorBorderSecondary: c.line,
      colorSplit: c.line,
      colorFillTertiary: c.hover,
      colorFillSecondary: c.press,
      controlItemBgHover: c.hover,
      controlItemBgActive: c.accentSoft,
      controlItemBgActiveHover: c.accentSoft,
      controlOutline: 'transparent',
      controlOutlineWidth: 0,
      fontFamily: FONT_FAMILY,
      fontFamilyCode: FONT_MONO,
      fontSize: textSize,
      fontSizeSM: METRICS.textMeta,
      fontSizeLG: METRICS.textName,
      fontSizeHeading1: METRICS.textTitle,
      fontSizeHeading2: METRICS.textTitle,
      fontSizeHeading3: METRICS.textTitle,
      fontSizeHeading4: METRICS.textName,
      fontSizeHeading5: METRICS.textName,
      lineHeight: METRICS.lineText / METRICS.text,
      fontWeightStrong: 600,
      controlHeight: METRICS.control,
      controlHeightSM: METRICS.controlSmall,
      controlHeightLG: 40,
      borderRadius: METRICS.radius,
      borderRadiusLG: METRICS.radiusLarge,
      borderRadiusSM: 4,
      boxShadow: c.shadow,
      boxShadowSecondary: c.shadow,
      motion: !reducedMotion,
      motionDurationFast: seconds(MOTION.change),
      motionDurationMid: seconds(MOTION.change),
      motionDurationSlow: seconds(MOTION.move),
      motionEaseOutCirc: EASE,
      motionEaseInOutCirc: EASE,
      wireframe: false,
    },
    components: {
      Button: {
        primaryColor: c.onAccent,
        // The filled button stands on `error`, which is light in the dark theme: its words are what stands around it.
        dangerColor: c.surface,
        defaultBorderColor: c.lineStrong,
        defaultHoverBorderColor: c.lineField,
        defaultHoverColor: c.text,
        defaultHoverBg: c.hover,
        defaultActiveColor: c.text,
        defaultActiveBorderColor: c.lineField,
        defaultActiveBg: c.press,
        defaultBg: 'transparent',
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Input: {
        activeBorderColor: c.accent,
        hoverBorderColor: c.text3,
        activeShadow: 'none',
        errorActiveShadow: 'none',
      },
      InputNumber: { activeBorderColor: c.accent, hoverBorderColor: c.text3, activeShadow: 'none' },
      Select: {
        activeBorderColor: c.accent,
        hoverBorderColor: c.text3,
        activeOutlineColor: 'transparent',
        optionSelectedBg: c.accentSoft,
        optionSelectedColor: c.text,
      },
      DatePicker: {
        colorTextLightSolid: c.onAccent,
        activeBorderColor: c.accent,
        hoverBorderColor: c.text3,
        activeShadow: 'none',
      },
      // An error is in the room below its field, nearer to it than to the next label, and nothing moves.
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: METRICS.space7, labelColor: c.text2 },
      Checkbox: { colorWhite: c.onAccent },
      Modal: { titleFontSize: METRICS.textName, contentBg: c.raised, headerBg: c.raised, footerBg: c.raised },
      // Where the primary colour is text, not ground.
      Dropdown: { paddingBlock: 6, controlPaddingHorizontal: METRICS.space3, colorPrimary: c.accent },
      Tooltip: { colorTextLightSolid: c.onTip },
      Switch: {
        trackHeight: 24,
        trackMinWidth: 44,
        handleSize: 20,
        colorTextQuaternary: c.lineField,
        colorTextTertiary: c.text3,
      },
    },
  }
}
