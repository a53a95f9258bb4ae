/** What screens are made of: lists, forms, guards, questions and toasts that every area shares. */
export { ClockNote, useClockNote } from './clock-note'
export { column } from './columns'
export { DateField, DateTimeField, type DayRange, RangeField } from './date-fields'
export { Difference } from './difference'
export { EditDialog, type EditDialogProps } from './edit-dialog'
export { Editor, type EditorProps, type EditorSection } from './editor'
export { type FieldKind, kinds, rowWords, useFieldsOf } from './fields'
export { FileField, type FileFieldProps, FileThumb, useRefusedFile } from './file-field'
export { FormPart } from './form-part'
export { Guard, type GuardProps } from './guard'
export { HelpedItem } from './helped-item'
export {
  ChosenFile,
  FilePlace,
  ImportBody,
  ImportLink,
  ImportNote,
  ImportOutcomes,
  ImportProgress,
  SampleRows,
} from './import-pieces'
export { KeptFormDialog, type KeptFormDialogProps } from './kept-form-dialog'
export { MessageArea, type MessageAreaProps, useInsertion } from './message-area'
export { MomentField } from './moment-field'
export { NewChatsNotice, newChatsText } from './new-chats'
export { NumberField } from './number-field'
export { PagedScreen, type PagedScreenProps } from './paged-screen'
export { issueText, refusedFields, saying, schemaItem } from './schema-rules'
export { One, type RowKind, type RowName, Several, useRowName, useRowNames } from './several'
export { useTyped } from './typed-text'
export { type EditForm, type EditFormOptions, useEditForm } from './use-edit-form'
export { useHeldLeaving, useLeaveQuestion } from './use-leaving'
export { useEdited, useLiveRow } from './use-live-row'
export { type Removal, useAttempt, useRemove } from './use-remove'
export { useTableLayout, useTableRowPx } from './use-table-layout'
export { Voice } from './voice'
