/**
 * How long a customer may be answered freely. Numbers hosted by Meta accept anything for a day after the customer's
 * last message, and only approved templates afterwards. Pure.
 */

/** Milliseconds a window stays open after the customer's last message. */
export const WINDOW_MS = 24 * 60 * 60_000

/** Providers (column of `whatsapps`) with such a window: those with the capability `templates`. */
export const WITH_WINDOW: ReadonlySet<string> = new Set(['cloud'])

/** @param provider column of `whatsapps`. */
export const hasWindow = (provider: string): boolean => WITH_WINDOW.has(provider)

/**
 * @param provider of the ticket's number; omitted without one.
 * @param wroteAt when the customer last wrote to that number, ISO-8601; null for never.
 * @returns when the window closes, ISO-8601: for a customer who has never written, when the ticket was made. null
 *   without a window.
 */
export function windowClosesAt(
  provider: string | undefined,
  ticket: { isGroup: boolean; createdAt: string },
  wroteAt: string | null,
): string | null {
  if (provider === undefined || ticket.isGroup || !hasWindow(provider)) return null
  return wroteAt === null ? ticket.createdAt : new Date(Date.parse(wroteAt) + WINDOW_MS).toISOString()
}
