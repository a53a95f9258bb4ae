/** What screens are made of: lists, forms, guards, questions and toasts that every area shares. */
export { EditDialog, type EditDialogProps } from './edit-dialog'
export { Editor, type EditorProps, type EditorSection } from './editor'
export { Guard, type GuardProps } from './guard'
export { MessageArea, type MessageAreaProps } from './message-area'
export { PagedScreen, type PagedScreenProps } from './paged-screen'
export { issueText, refusedFields, schemaItem } from './schema-rules'
export { type EditForm, type EditFormOptions, useEditForm } from './use-edit-form'
export { type Removal, useAttempt, useRemove } from './use-remove'
