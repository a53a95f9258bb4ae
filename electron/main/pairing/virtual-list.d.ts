/** What scripts/lib/pairing-list.mjs makes of package-lock.json. */
declare module 'virtual:pairing-list' {
  const list: unknown
  export default list
}
