/** Hands mails over: to the platform's mail server by SMTP, or, in a demo without one, to a folder. */
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
  /** What is sent again under the same name is the same mail: whoever receives it twice can tell. */
  name?: string
}

/** How a mail left. */
type Sent = Exclude<Delivery, 'none'>

/** The mail server did not take a mail, or was not there. */
export class MailRefused extends ApiError {
  /**
   * @param reason in its words. @param ofAddress it is there and takes no mail for this address.
   * @param forGood trying it again is of no use.
   */
  constructor(
    readonly reason: string,
    readonly ofAddress: boolean,
    readonly forGood: boolean,
  ) {
    super('ERR_MAIL_REFUSED', { reason })
  }
}

/** What the library tells of a failure. */
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

/** A mail as the library takes it. */
const written = ({ name, ...mail }: Mail, from: { name: string; address: string }) => ({
  ...mail,
  from,
  ...(name ? { messageId: `<${name}@${from.address.split('@')[1] ?? 'turno'}>` } : {}),
})

/** A mail server that does not answer is given up: milliseconds to connect, to greet, and of silence. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const
/** The whole of handing one mail over, milliseconds. */
const WHOLE_MS = 60_000
/** Mails a demo keeps; older ones go. */
const MOST_KEPT = 50
/** Sender of mails that never leave the demo. */
const DEMO_SENDER = { name: 'Turno', address: 'turno@demo.turno' }
const REASON_CHARS = 300

/** Neither files nor addresses are read for a mail, whatever its words. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const

/** Loaded with the first mail: a server that starts has none to send. */
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
    // One that sends something now and then, and never what it is asked for, would be waited for without end.
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
 * Sends one mail and waits until it is handed over.
 * @returns how it left.
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
    // One address that is none says nothing of the mail server.
    if (!refusal.ofAddress) await noteOutcome(app.db, refusal.reason)
    throw refusal
  }
  await noteOutcome(app.db, null)
  return delivery
}
