/**
 * A proxy's password and a client certificate, asked for once: all who wait share one question, what was answered serves
 * the rest of this run, and a no holds until the person asks for the connection again. Nothing of it is written down.
 */
import type { AuthInfo, Certificate } from 'electron'
import type { Log } from '../log/log'
import type { Questions } from './questions'

type Give = (username?: string, password?: string) => void
type Asked = Pick<AuthInfo, 'isProxy' | 'host' | 'port' | 'realm'>

interface Proxy {
  given: { username: string; password: string } | null
  /** Counts passwords: whoever was refused with an older one gets the newer one without a question. */
  round: number
  declined: boolean
  asking: Promise<void> | null
}

export interface NetworkSignIn {
  /**
   * A request is asked for a password. Servers get none: their answer is the session's own matter.
   * @param who the request; that it asks again means that what it got was wrong.
   */
  login(who: object, info: Asked, give: Give): void
  /** A server asks who this computer is. @param url `host:port` or an address. */
  certificate(url: string, offered: readonly Certificate[], give: (chosen?: Certificate) => void): void
  /** The person wants the connection: what was declined may be asked again. */
  again(): void
}

/** Whoever got a wrong password asks again at once; who asks later than this has merely to be told it anew. Milliseconds. */
const ASKS_AGAIN_MS = 10_000

/**
 * For questions that no request of main asks (pages, sockets, what Chromium fetches by itself): the address tells who asks again, until
 * some time after the answer.
 */
export function loginByAddress(
  login: NetworkSignIn['login'],
): (url: string, info: Asked, give: Give) => void {
  const asking = new Map<string, { forget: NodeJS.Timeout | undefined }>()
  return (url, info, give) => {
    const who = asking.get(url) ?? { forget: undefined }
    clearTimeout(who.forget)
    asking.set(url, who)
    login(who, info, (...answer) => {
      who.forget = setTimeout(() => asking.delete(url), ASKS_AGAIN_MS)
      who.forget.unref()
      give(...answer)
    })
  }
}

/** Electron gives seconds since the epoch. */
const until = (certificate: Certificate): string => new Date(certificate.validExpiry * 1_000).toISOString()

export function createNetworkSignIn(questions: Questions, log: Log): NetworkSignIn {
  const proxies = new Map<string, Proxy>()
  const used = new WeakMap<object, number>()
  const certificates = new Map<string, Promise<string | null>>()
  const declined = new Set<string>()

  const ask = async (proxy: Proxy, host: string, realm: string, refused: boolean) => {
    const answer = await questions.ask({ kind: 'proxy', host, realm, refused })
    proxy.asking = null
    if (!answer || !('username' in answer)) {
      proxy.declined = true
      log.warn('no password for the proxy', { host })
      return
    }
    proxy.given = answer
    proxy.round++
  }

  return {
    login(who, info, give) {
      if (!info.isProxy) return give()
      const host = `${info.host}:${info.port}`
      const proxy = proxies.get(host) ?? { given: null, round: 0, declined: false, asking: null }
      proxies.set(host, proxy)
      const refused = proxy.given !== null && used.get(who) === proxy.round
      if (refused) proxy.given = null
      const settle = () => {
        if (!proxy.given) return give()
        used.set(who, proxy.round)
        give(proxy.given.username, proxy.given.password)
      }
      if (proxy.given || (proxy.declined && !proxy.asking)) return settle()
      proxy.asking ??= ask(proxy, host, info.realm, refused)
      void proxy.asking.then(settle)
    },

    certificate(url, offered, give) {
      const host = URL.canParse(url) && new URL(url).host ? new URL(url).host : url
      if (offered.length === 0 || declined.has(host)) return give()
      const choice =
        certificates.get(host) ??
        questions
          .ask({
            kind: 'certificate',
            host,
            certificates: offered.map(one => ({
              fingerprint: one.fingerprint,
              subject: one.subjectName,
              issuer: one.issuerName,
              validUntil: until(one),
            })),
          })
          .then(answer => (answer && 'fingerprint' in answer ? answer.fingerprint : null))
      certificates.set(host, choice)
      void choice.then(fingerprint => {
        if (fingerprint === null) {
          certificates.delete(host)
          declined.add(host)
        }
        give(offered.find(one => one.fingerprint === fingerprint))
      })
    },

    again() {
      for (const proxy of proxies.values()) proxy.declined = false
      declined.clear()
    },
  }
}
