/** Lives with the shared pieces now; the ticket screen knows it by this name. */
export { useLeadingDebounce } from '@/ui'
