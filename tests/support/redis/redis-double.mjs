/**
 * What Turno asks of Redis, in one process of Node: `node redis-double.mjs --port N --requirepass WORD`. It stands in where
 * no redis-server is installed; scripts run in a real Lua. A command that is not here is an error, as in Redis.
 */
import { createServer } from 'node:net'
import { LuaFactory } from 'wasmoon'
import { encoded, failed, OK, requests } from './resp.mjs'

const argument = name => process.argv[process.argv.indexOf(name) + 1]
const lua = await new LuaFactory().createEngine()

/** Key → value: a string, a Set, a Map of scores, or a stream's entries; and when it ends, milliseconds. */
const values = new Map()
const ends = new Map()
/** Channel → connections that listen; and readers of streams that wait for the next entry. */
const listeners = new Map()
const waiting = new Set()

const has = key => {
  if ((ends.get(key) ?? Number.POSITIVE_INFINITY) <= Date.now()) remove(key)
  return values.has(key)
}
const remove = key => {
  ends.delete(key)
  return values.delete(key) ? 1 : 0
}
const read = (key, empty = null) => (has(key) ? values.get(key) : empty)
const kept = (key, made) => {
  if (!has(key)) values.set(key, made)
  return values.get(key)
}
const add = (key, by) => {
  const next = Number(read(key, '0')) + by
  values.set(key, String(next))
  return next
}
const endIn = (key, ms) => {
  if (has(key)) ends.set(key, Date.now() + ms)
  return has(key) ? 1 : 0
}
const leftOf = key => (has(key) ? (ends.has(key) ? ends.get(key) - Date.now() : -1) : -2)
const many = (items, change) => items.reduce((sum, item) => sum + change(item), 0)
const bound = text => (text === '-inf' ? -Infinity : text === '+inf' ? Infinity : Number(text))
/** `XADD … MAXLEN ~ N`, `XREAD COUNT N BLOCK MS STREAMS …`: the word after one of these. */
const after = (words, name) => words[words.findIndex(word => word.toUpperCase() === name) + 1]

function set(key, value, ...options) {
  const upper = options.map(word => word.toUpperCase())
  if (upper.includes('NX') ? has(key) : upper.includes('XX') && !has(key)) return null
  values.set(key, value)
  ends.delete(key)
  if (upper.includes('PX')) endIn(key, Number(after(options, 'PX')))
  if (upper.includes('EX')) endIn(key, Number(after(options, 'EX')) * 1_000)
  return OK
}

const parts = id => id.split('-').map(Number)
const isAfter = (id, than) => {
  const [[a, b], [c, d = 0]] = [parts(id), parts(than)]
  return a > c || (a === c && b > d)
}
let last = '0-0'
function xAdd(key, ...words) {
  const star = words.indexOf('*')
  const entries = kept(key, [])
  const [ms, serial] = parts(last)
  const now = Date.now()
  last = now > ms ? `${now}-0` : `${ms}-${serial + 1}`
  entries.push([last, words.slice(star + 1)])
  const most = after(words, 'MAXLEN') === '~' ? Number(words[words.indexOf('~') + 1]) : Number.NaN
  if (entries.length > most * 1.1) entries.splice(0, entries.length - most)
  for (const reader of [...waiting]) reader()
  return last
}

/** @returns the entries behind those that were seen, or a promise of the next ones. */
function xRead(words) {
  const streams = words.slice(words.findIndex(word => word.toUpperCase() === 'STREAMS') + 1)
  const keys = streams.slice(0, streams.length / 2)
  const seen = streams.slice(keys.length).map(id => (id === '$' ? last : id))
  const most = Number(after(words, 'COUNT') ?? 0) || undefined
  const found = () => {
    const behind = keys.map((key, n) => [
      key,
      read(key, [])
        .filter(([id]) => isAfter(id, seen[n]))
        .slice(0, most),
    ])
    const some = behind.filter(([, entries]) => entries.length > 0)
    return some.length > 0 ? some : null
  }
  const now = found()
  if (now || !words.some(word => word.toUpperCase() === 'BLOCK')) return now
  return new Promise(resolve => {
    const end = answer => {
      clearTimeout(clock)
      waiting.delete(look)
      resolve(answer)
    }
    const look = () => {
      const next = found()
      if (next) end(next)
    }
    const clock = setTimeout(end, Number(after(words, 'BLOCK')) || 2 ** 31 - 1, null)
    waiting.add(look)
  })
}

/** What a script answers as Redis hands it on: false is nothing, a fraction is cut, a table ends at its first hole. */
const fromLua = value =>
  value === false || value === undefined
    ? null
    : value === true
      ? 1
      : typeof value === 'number'
        ? Math.trunc(value)
        : Array.isArray(value)
          ? value.map(fromLua)
          : value
const toLua = value =>
  value === null ? false : value === OK ? { ok: 'OK' } : Array.isArray(value) ? value.map(toLua) : value
lua.global.set('redis', { call: (name, ...words) => toLua(run([name, ...words].map(String))) })
function runScript(script, count, ...words) {
  lua.global.set('KEYS', words.slice(0, Number(count)))
  lua.global.set('ARGV', words.slice(Number(count)))
  return fromLua(lua.doStringSync(script))
}

const commands = {
  ping: () => 'PONG',
  client: () => OK,
  time: () => [String(Math.floor(Date.now() / 1_000)), String((Date.now() % 1_000) * 1_000)],
  set,
  get: key => read(key),
  keys: pattern => [...values.keys()].filter(key => has(key) && key.startsWith(pattern.replace(/\*$/, ''))),
  del: (...keys) => many(keys, key => (has(key) ? remove(key) : 0)),
  incr: key => add(key, 1),
  incrby: (key, by) => add(key, Number(by)),
  expire: (key, s) => endIn(key, Number(s) * 1_000),
  pexpire: (key, ms) => endIn(key, Number(ms)),
  pttl: leftOf,
  ttl: key => (leftOf(key) < 0 ? leftOf(key) : Math.ceil(leftOf(key) / 1_000)),
  sadd: (key, ...items) => {
    const all = kept(key, new Set())
    return many(items, item => (all.has(item) ? 0 : all.add(item) && 1))
  },
  srem: (key, ...items) => many(items, item => (read(key, new Set()).delete(item) ? 1 : 0)),
  sismember: (key, item) => (read(key, new Set()).has(item) ? 1 : 0),
  smembers: key => [...read(key, [])],
  zadd: (key, score, item) => {
    const scores = kept(key, new Map())
    const fresh = scores.has(item) ? 0 : 1
    scores.set(item, Number(score))
    return fresh
  },
  zrem: (key, ...items) => many(items, item => (read(key, new Map()).delete(item) ? 1 : 0)),
  zrangebyscore: (key, from, to) =>
    [...read(key, [])]
      .filter(([, score]) => score >= bound(from) && score <= bound(to))
      .sort(([, a], [, b]) => a - b)
      .map(([item]) => item),
  publish: (channel, text) => {
    const all = listeners.get(channel) ?? new Set()
    for (const connection of all) connection.write(encoded(['message', channel, text]))
    return all.size
  },
  xadd: xAdd,
  xread: (...words) => xRead(words),
  xrange: (key, from, to) =>
    read(key, []).filter(([id]) => (from === '-' || !isAfter(from, id)) && (to === '+' || !isAfter(id, to))),
  eval: runScript,
}

function run([name = '', ...words]) {
  const command = commands[name.toLowerCase()]
  return command ? command(...words) : failed(`ERR unknown command '${name}'`)
}

const server = createServer(connection => {
  let known = false
  const own = new Set()
  const subscription = {
    subscribe: channel => {
      own.add(channel)
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(connection))
    },
    unsubscribe: channel => {
      own.delete(channel)
      listeners.get(channel)?.delete(connection)
    },
  }
  /** One after the other: who waits for a stream is answered before what was asked behind it. */
  let turn = Promise.resolve()
  const answer = async words => {
    const name = words[0]?.toLowerCase()
    if (name === 'auth') {
      known = words.at(-1) === argument('--requirepass')
      return encoded(known ? OK : failed('WRONGPASS invalid username-password pair or user is disabled.'))
    }
    if (!known) return encoded(failed('NOAUTH Authentication required.'))
    const change = subscription[name]
    if (!change) return encoded(await run(words))
    return words
      .slice(1)
      .map(channel => {
        change(channel)
        return encoded([name, channel, own.size])
      })
      .join('')
  }
  connection.on(
    'data',
    requests(words => {
      turn = turn
        .then(() => answer(words))
        .catch(error => encoded(failed(`ERR ${error.message}`)))
        .then(text => void connection.write(text))
    }),
  )
  connection.on('close', () => [...own].forEach(subscription.unsubscribe))
  connection.on('error', () => {})
})
server.listen(Number(argument('--port')), '127.0.0.1')
