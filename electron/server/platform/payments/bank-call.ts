/** One HTTPS call to a bank with the client's certificate. Node's fetch takes no certificate, so this is node:https. */
import { type RequestOptions, request } from 'node:https'
import type { SecureContext } from 'node:tls'
import { within } from '../../../time-limit'
import { PaymentError } from './provider'

const TIMEOUT_MS = 15_000
/** Longest answer that is read, in bytes. */
const MOST_BYTES = 512 * 1024

export interface BankCall {
  method: 'GET' | 'PUT' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** Client certificate and trusted authorities. */
  context: SecureContext
}

export interface BankAnswer {
  status: number
  /** Parsed JSON; null when the answer was none. */
  body: unknown
}

/**
 * Calls a bank. Redirects are not followed: only the configured address gets the certificate.
 * @throws PaymentError when nobody answered in 15 s, or TLS failed.
 */
export function callBank(call: BankCall): Promise<BankAnswer> {
  return within(TIMEOUT_MS, signal => exchange(call, signal)).catch((error: Error) => {
    const code = (error as NodeJS.ErrnoException).code ?? error.message
    throw error instanceof PaymentError ? error : new PaymentError(`the bank cannot be reached: ${code}`)
  })
}

function exchange(
  { method, url, headers = {}, body, context }: BankCall,
  signal: AbortSignal,
): Promise<BankAnswer> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions & { secureContext: SecureContext } = {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      secureContext: context,
      agent: false,
      minVersion: 'TLSv1.2',
      signal,
    }
    const call = request(url, options, response => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > MOST_BYTES) response.destroy(new PaymentError('the answer of the bank is too long'))
        else parts.push(part)
      })
      response.on('error', reject)
      response.on('end', () => {
        let parsed: unknown = null
        try {
          parsed = JSON.parse(Buffer.concat(parts).toString('utf8'))
        } catch {
          // not JSON: the status is what is known
        }
        resolve({ status: response.statusCode ?? 0, body: parsed })
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}
