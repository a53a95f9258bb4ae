/** The demo company with people of the bench's own. */
import { PASSWORD, person, serve, workspace } from './programs.mjs'

/**
 * A copy of the filled workspace with people more: groups as `addPeople` takes them.
 * @returns the folder and the people's addresses.
 */
export async function workspaceOf(scale, ...groups) {
  const folder = await workspace(scale)
  const server = await serve(folder)
  const emails = []
  for (const people of groups) emails.push(...(await addPeople(server.url, 'super@demo.turno', people)))
  await server.stop()
  return { folder, emails }
}

/**
 * Adds people to the company of somebody who may change its plan: `agents` of them, with the profile of an agent unless
 * another is given, each with the queues that `queuesOf` gives the i-th of them out of all.
 * @returns their addresses.
 */
export async function addPeople(
  url,
  email,
  { agents, name = 'agente', profile = 'user', queuesOf = queues => queues },
) {
  const boss = await person(url, email)
  const send = async (method, path, body) => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const { plan } = boss.user.company
  if (plan) await send('PUT', `/plans/${plan.id}`, { ...plan, users: 0 })
  const queueIds = (await boss.get('/queue')).map(queue => queue.id)
  const emails = Array.from({ length: agents }, (_, i) => `${name}-${i}@bench.turno`)
  for (const [i, address] of emails.entries())
    await send('POST', '/users', {
      name: `Agente ${i}`,
      email: address,
      password: PASSWORD,
      profile,
      queueIds: queuesOf(queueIds, i),
      allTicket: true,
    })
  return emails
}
