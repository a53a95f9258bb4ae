/**
 * Main's log: one rotating file through electron-log, every line redacted before it is handed over.
 * The `node` flavour is used on purpose: the `main` one opens its own IPC channel to any page.
 */
import { join } from 'node:path'
import electronLog from 'electron-log/node'
import { redact, redactText } from './redact'

export type Level = 'error' | 'warn' | 'info' | 'debug'

/** What every module of main gets; `context` is redacted by key and by pattern. */
export interface Log {
  error(message: string, context?: unknown): void
  warn(message: string, context?: unknown): void
  info(message: string, context?: unknown): void
  debug(message: string, context?: unknown): void
  /** A log whose lines start with `[name]`. */
  child(name: string): Log
}

export type Sink = (level: Level, line: string) => void

/** One line as it is written: message, then the context as JSON. Both redacted. */
export function formatLine(scope: string, message: string, context: unknown): string {
  const head = `${scope ? `[${scope}] ` : ''}${redactText(message)}`
  return context === undefined ? head : `${head} ${JSON.stringify(redact(context))}`
}

/** A log over any sink; a sink that fails is ignored, because logging must not break what it reports on. */
export function createLog(sink: Sink, scope = ''): Log {
  const write = (level: Level) => (message: string, context?: unknown) => {
    try {
      sink(level, formatLine(scope, message, context))
    } catch {
      // Nothing sensible is left to do when the log itself is broken.
    }
  }
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    child: name => createLog(sink, scope ? `${scope}.${name}` : name),
  }
}

/**
 * Opens the log file `<dataDir>/logs/main.log` (5 MB, one older file kept).
 * @param verbose also write to the terminal (a run from source).
 */
export function openLog(dataDir: string, verbose: boolean): Log {
  const logger = electronLog.create({ logId: 'turno-main' })
  logger.transports.file.resolvePathFn = () => join(dataDir, 'logs', 'main.log')
  logger.transports.file.level = 'info'
  logger.transports.file.maxSize = 5 * 1024 * 1024
  logger.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  logger.transports.console.level = verbose ? 'info' : false
  return createLog((level, line) => logger[level](line))
}
