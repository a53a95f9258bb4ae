/**
 * Stands in for the scroll lock of Ant Design's dialogs (vite.config.ts puts it there). Turno's page itself never
 * scrolls (base.css), so there is nothing to lock; the original writes two style elements for each dialog, without the
 * nonce that the content security policy asks of them.
 */
export default function useScrollLocker(_lock?: boolean): void {}
