/** Milliseconds of processor time so far: what every such process can say. */
function processor() {
  const { user, system } = process.cpuUsage()
  return { ms: (user + system) / 1_000 }
}

/**
 * The other side of `asker` (programs.mjs): answers what the parent asks of this process.
 * @param orders by their names; each is given what the parent sent along, and its answer or error goes back.
 */
export function answering(orders) {
  const all = { processor, ...orders }
  process.on('message', ({ id, name, order }) => {
    Promise.resolve(all[name](order)).then(
      answer => process.send({ id, answer: answer ?? {} }),
      error => process.send({ id, error: error.stack }),
    )
  })
}
