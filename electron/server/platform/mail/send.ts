/** Sends mails: by SMTP through the platform's mail server or, in a demo without one, into a folder. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../../../database/private-folder'
import { within } from '../../../time-limit'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { Workspace } from '../../workspace'
import { type Delivery, deliveryOf, mailFolder, mailServer, noteOutcome } from './settings'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  /** A retry with the same Message-ID is the same mail, so that receivers can recognise a duplicate. */
  name?: string
}

/** How a mail left. */
type Sent = Exclude<Delivery, 'none'>

/** The mail server refused a mail, or did not answer. */
export class MailRefused extends ApiError {
  /**
   * @param reason in its words.
   * @param ofAddress it refuses only this address.
   * @param forGood another try is pointless.
   */
  constructor(
    readonly reason: string,
    readonly ofAddress: boolean,
    readonly forGood: boolean,
  ) {
    super('ERR_MAIL_REFUSED', { reason })
  }
}

/** The reason in an error of the library. */
interface SmtpFailure {
  command?: string
  responseCode?: number
}

function refusalOf(error: unknown): MailRefused {
  const { command, responseCode = 0 } = (error ?? {}) as SmtpFailure
  const ofAddress = command === 'RCPT TO'
  return new MailRefused(
    reasonOf(error).replace(/\s+/g, ' ').slice(0, REASON_CHARS),
    ofAddress,
    ofAddress && responseCode >= 500,
  )
}

/** A mail in the library's format. */
const written = ({ name, ...mail }: Mail, from: { name: string; address: string }) => ({
  ...mail,
  from,
  ...(name ? { messageId: `<${name}@${from.address.split('@')[1] ?? 'turno'}>` } : {}),
})

/** Time limits of the mail server: milliseconds to connect, to greet, and of silence. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const
/** Time limit for sending one mail, milliseconds. */
const WHOLE_MS = 60_000
/** Mails a demo keeps; older ones are deleted. */
const MOST_KEPT = 50
/** Sender of mails that never leave the demo. */
const DEMO_SENDER = { name: 'Turno', address: 'turno@demo.turno' }
const REASON_CHARS = 300

/** The library must neither read files nor load addresses for a mail, whatever it says. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const

/** Loaded with the first mail: a starting server sends none. */
const mailer = () => import('nodemailer')

async function bySmtp(app: Workspace, mail: Mail): Promise<void> {
  const { host, port, security, user, password, fromName, fromAddress } = await mailServer(app)
  const { createTransport } = await mailer()
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    ...TIMEOUTS,
    ...CLOSED,
  })
  const from = { name: fromName, address: fromAddress }
  try {
    // A server that keeps talking without answering would otherwise never time out.
    await within(WHOLE_MS, () => transport.sendMail(written(mail, from)))
  } finally {
    transport.close()
  }
}

async function intoFolder(app: Workspace, mail: Mail): Promise<void> {
  const { createTransport } = await mailer()
  const transport = createTransport({ streamTransport: true, buffer: true, ...CLOSED })
  const { message } = await transport.sendMail(written(mail, DEMO_SENDER))
  const folder = mailFolder(app)
  privateFolder(folder)
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
  await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
  const kept = (await readdir(folder)).filter(file => file.endsWith('.eml')).sort()
  for (const file of kept.slice(0, Math.max(0, kept.length - MOST_KEPT)))
    await rm(join(folder, file), { force: true })
}

/**
 * Sends one mail and waits until it is accepted.
 * @returns how it was sent.
 * @throws ApiError ERR_MAIL_NOT_SET_UP; MailRefused (ERR_MAIL_REFUSED with the mail server's `reason`).
 */
export async function sendMail(app: Workspace, mail: Mail): Promise<Sent> {
  const delivery = await deliveryOf(app.db)
  if (delivery === 'none') throw new ApiError('ERR_MAIL_NOT_SET_UP')
  if (delivery === 'folder') {
    await intoFolder(app, mail)
    return delivery
  }
  try {
    await bySmtp(app, mail)
  } catch (error) {
    const refusal = refusalOf(error)
    app.log.warn('mail not handed over', { reason: refusal.reason })
    // One bad address says nothing about the mail server.
    if (!refusal.ofAddress) await noteOutcome(app.db, refusal.reason)
    throw refusal
  }
  await noteOutcome(app.db, null)
  return delivery
}
