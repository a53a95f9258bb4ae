/** Runs before every test file: what looks for something on a page looks for as long as the machine needs. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 30_000 })
}

export {}
