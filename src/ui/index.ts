/** Presentational pieces shared by every feature. They know no store, no API and no language: labels are props. */

export { afterPaint } from './after-paint'
export { Announcer, announce, clearAnnouncements } from './announcer'
export { Avatar } from './avatar'
export { CountBadge, countText, DotBadge, UnreadBadge } from './badge'
export { cutAt } from './characters'
export { useClearWithoutTab } from './clear-button'
export { ClearLabel } from './clear-label'
export { safeColour } from './colour'
export { useConfirm } from './confirm'
export { cx } from './cx'
export { DataTable } from './data-table'
export { ColumnMenu } from './data-table-head'
export { useRowPx } from './data-table-layout'
export type { Column, TableLayout } from './data-table-props'
export { droppedFiles } from './dropped-files'
export { EntrancePage, ProductName } from './entrance-page'
export { ErrorBoundary } from './error-boundary'
export { Field, FieldFrame, type FieldProps } from './field'
export { useFocusAfterFailure } from './focus-after-failure'
export { FoldedBelow } from './folded-below'
export { FormDialog, type FormDialogProps } from './form-dialog'
export { HelpButton } from './help-button'
export { IconButton } from './icon-button'
export {
  AllAnswered,
  Connection,
  Desk,
  FiguresToCome,
  FirstWay,
  Later,
  Locked,
  NothingFound,
  People,
  Talking,
} from './illustrations'
export { initials } from './initials'
export { Kbd } from './kbd'
export { enterScreen, keepFocus } from './keep-focus'
export { keepSecondPress } from './keep-second-press'
export { counted, nearLimit } from './limit'
export { ListScreen } from './list-screen'
export { default as looks } from './looks.module.css'
export { Mark } from './mark'
export { MENU_KEYS } from './menu-keys'
export { EASE, isStill, MOTION } from './motion'
export { onDemand } from './on-demand'
export { PaneSplitter, usePaneWidth } from './pane-splitter'
export { Pill, type PillTone, WaitingPill, type WaitingPillProps } from './pill'
export { Prepared } from './prepared'
export { PriorityMark } from './priority-mark'
export { QrCode } from './qr-code'
export { QueueBar, QueueName } from './queue-bar'
export { type RowAction, RowMenu } from './row-menu'
export { SaveBar } from './save-bar'
export { ScrollBox } from './scroll-box'
export { SearchField } from './search-field'
export { SegmentedTabs, type TabItem } from './segmented-tabs'
export { Select } from './select'
export { prepareSelect, SelectOnDemand } from './select-on-demand'
export { SkeletonBox, SkeletonRows } from './skeleton'
export { EmptyState, type EmptyStateProps, ErrorState } from './states'
export { SteadyNavigate, useSteadyNavigate } from './steady-navigate'
export { styleNonce } from './style-nonce'
export { MoreTags, TagChip } from './tag-chip'
export { TipLayer, tipOf } from './tip-layer'
export { ToolbarButton } from './toolbar-button'
export { hasUnread, settleTyped, useUnread } from './unread'
export { useDeferredMount } from './use-deferred-mount'
export { useKeptShown } from './use-kept-shown'
export { useMedia, useNarrow } from './use-media'
export { useRowMotion } from './use-row-motion'
export {
  type CacheSnapshot,
  type CustomItemComponentProps,
  type VirtualizerHandle,
  VirtualRows,
} from './virtual-rows'
export { VisuallyHidden } from './visually-hidden'
export { VolumeInput } from './volume-input'
