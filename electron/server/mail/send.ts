/** Hands mails over: to the platform's mail server by SMTP, or, in a demo without one, to a folder. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../../database/private-folder'
import { within } from '../../time-limit'
import { ApiError } from '../errors'
import { reasonOf } from '../log'
import type { Workspace } from '../workspace'
import { type Delivery, deliveryOf, mailFolder, mailServer, noteOutcome } from './settings'

export interface Mail {
  to: string
  subject: string
  text: string
}

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
    await within(WHOLE_MS, () => transport.sendMail({ ...mail, from }))
  } finally {
    transport.close()
  }
}

async function intoFolder(app: Workspace, mail: Mail): Promise<void> {
  const { createTransport } = await mailer()
  const transport = createTransport({ streamTransport: true, buffer: true, ...CLOSED })
  const { message } = await transport.sendMail({ ...mail, from: DEMO_SENDER })
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
 * @throws ApiError ERR_MAIL_NOT_SET_UP; ERR_MAIL_REFUSED with the mail server's `reason`.
 */
export async function sendMail(app: Workspace, mail: Mail): Promise<Exclude<Delivery, 'none'>> {
  const delivery = await deliveryOf(app.db)
  if (delivery === 'none') throw new ApiError('ERR_MAIL_NOT_SET_UP')
  if (delivery === 'folder') {
    await intoFolder(app, mail)
    return delivery
  }
  try {
    await bySmtp(app, mail)
  } catch (error) {
    const reason = reasonOf(error).replace(/\s+/g, ' ').slice(0, REASON_CHARS)
    app.log.warn('mail not handed over', { reason })
    await noteOutcome(app.db, reason)
    throw new ApiError('ERR_MAIL_REFUSED', { reason })
  }
  await noteOutcome(app.db, null)
  return delivery
}
