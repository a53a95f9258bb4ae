/** A console as the bench plays it: calls over kept connections, and a socket. */
import { request } from 'node:http'
import { WebSocket } from 'ws'

/** One request over kept connections. @returns its status, time in milliseconds and, when asked for, its body. */
export function ask(agent, url, { method = 'GET', token, body, keep = false } = {}) {
  return new Promise((done, failed) => {
    const began = performance.now()
    const text = body === undefined ? null : JSON.stringify(body)
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(text === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const asked = request(url, { method, headers, agent }, reply => {
      const parts = []
      reply.on('data', part => keep && parts.push(part))
      reply.on('end', () =>
        done({
          status: reply.statusCode,
          ms: performance.now() - began,
          body: keep ? JSON.parse(Buffer.concat(parts).toString()) : null,
        }),
      )
    })
    asked.on('error', error => {
      // The server ended a connection that nobody used just as it was taken again: every HTTP client asks anew then.
      if (asked.reusedSocket && error.code === 'ECONNRESET')
        return ask(agent, url, { method, token, body, keep }).then(done, failed)
      failed(new Error(`${method} ${url}: ${error.message}`))
    })
    asked.end(text)
  })
}

/**
 * A console's socket, spoken by its protocol: 300 whole clients would take more than the server they measure.
 * @param heard called with each event's text, or with the bytes that came with one. @param resume where it was before, if it says so.
 * @param ready called with what the server says when it is ready.
 */
export function socket(url, token, heard, resume, ready = () => {}) {
  return new Promise((open, failed) => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    ws.on('error', failed)
    ws.on('message', (data, isBytes) => {
      if (isBytes) return heard(data)
      const text = data.toString()
      if (text.startsWith('0')) ws.send(`40${JSON.stringify({ token, resume })}`)
      else if (text === '2') ws.send('3')
      else if (text.startsWith('42["ready"')) {
        for (const topic of ['open', 'pending']) ws.send(`42["joinTickets",${JSON.stringify(topic)}]`)
        ws.send('42["joinNotification"]')
        ready(JSON.parse(text.slice(2))[1])
        open(ws)
      } else if (text.startsWith('42')) heard(text)
    })
  })
}
