/** The conversation of a ticket. Mount `ThreadPane` with `key={ticketId}`; call `prefetchThread` on pointer down. */
export { prefetchThread } from '@/stores/messages-loader'
export { MessageText } from './message-text'
export { messagePreview } from './preview'
export { editLastOwn } from './requests'
export { ThreadPane, type ThreadPaneProps } from './thread-pane'
export { tokenize } from './tokens'
