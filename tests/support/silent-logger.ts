const nothing = (): void => undefined

/** A logger as the library of WhatsApp Web wants one, for tests: it prints keys and words of customers. */
export const silentLogger = {
  level: 'silent',
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
}
