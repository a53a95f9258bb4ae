/** A mail server on loopback that keeps what it is given, taken apart. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  headers: Map<string, string>
  /** Texts by their type ("text/plain", "text/html"). */
  texts: Map<string, string>
  files: { name: string; bytes: Buffer }[]
}

interface Part {
  headers: Map<string, string>
  body: string
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** The leaves of a mail, whatever they lie in. */
function leavesOf(part: Part): Part[] {
  const boundary = /multipart\/.*boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap(one => leavesOf(partOf(one.replace(/^\r\n/, ''))))
}

/** A mail taken apart. @param raw its bytes, a letter each. */
export function mailOf(to: string[], raw: string): ReceivedMail {
  const whole = partOf(raw)
  const mail: ReceivedMail = { to, headers: whole.headers, texts: new Map(), files: [] }
  for (const part of leavesOf(whole)) {
    const name = /filename\*?(?:0\*?)?="?([^";]+)"?/i.exec(part.headers.get('content-disposition') ?? '')?.[1]
    if (name) mail.files.push({ name, bytes: bytesOf(part) })
    else
      mail.texts.set(
        (part.headers.get('content-type') ?? '').split(';')[0] ?? '',
        bytesOf(part).toString('utf8'),
      )
  }
  return mail
}

export interface SmtpDouble {
  port: number
  mails: ReceivedMail[]
  /** Words it refuses a mail with; null takes it. */
  refuses: string | null
  /** Addresses it does not take. */
  strangers: Set<string>
  /** Addresses it does not take now. */
  greylisted: Set<string>
  /** Called with what it has taken, before it says so; what it says waits for it. */
  onTaken: ((mail: ReceivedMail) => Promise<void>) | null
  close(): Promise<void>
}

/** Listens on a free port of this computer. @param login who signs in and how; nobody unless given. */
export async function smtpDouble(login?: { user: string; password: string }): Promise<SmtpDouble> {
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('535 wrong user or password')),
    onRcptTo({ address }, _session, done) {
      if (double.strangers.has(address)) return done(new Error('550 no such mailbox'))
      if (double.greylisted.has(address))
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      done(null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (double.refuses) return done(new Error(double.refuses))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const mail = mailOf(to, Buffer.concat(parts).toString('latin1'))
        double.mails.push(mail)
        void (double.onTaken?.(mail) ?? Promise.resolve()).then(() => done())
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const double: SmtpDouble = {
    port: (server.server.address() as AddressInfo).port,
    mails: [],
    refuses: null,
    strangers: new Set(),
    greylisted: new Set(),
    onTaken: null,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return double
}
