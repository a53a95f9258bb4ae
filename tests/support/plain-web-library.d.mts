import type { WASocket } from '@whiskeysockets/baileys'

export * from '@whiskeysockets/baileys'
/** The sockets of this process, for what a test wants to do with their keys. */
export const sockets: WASocket[]
