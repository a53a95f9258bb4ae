/** The texts of one language, made by scripts/lib/texts.mjs. */
declare module 'virtual:texts/*' {
  const texts: import('./registry').TextTree
  export default texts
}
