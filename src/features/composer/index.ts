/** Where answers are written. Mounted beside `ThreadPane`, in the same column: files may be dropped on both. */
export { Composer } from './composer'
export { EmojiButton } from './emoji-button'
export { answerWords } from './quick-answers'
export { removeAttachment } from './uploads'
export { useQuickAnswer } from './use-quick-answer'
export type { ComposerProps } from './writing'
