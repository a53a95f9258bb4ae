/**
 * The only place that loads the demo (electron/demo): a company's own server never does. The demo uses the server; the
 * server knows the demo only through this.
 */
export const loadDemo = async () => (await import('../demo')).demo

export type Demo = Awaited<ReturnType<typeof loadDemo>>
