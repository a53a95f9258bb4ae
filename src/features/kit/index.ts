/** What screens are made of: lists, forms, guards, questions and toasts that every area shares. */
export { PagedScreen, type PagedScreenProps } from './paged-screen'
