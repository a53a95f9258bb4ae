/** The texts of one language by area, each built when it is asked for; made by scripts/lib/texts.mjs. */
declare module 'virtual:texts/*' {
  const areas: import('./areas-on-demand').Areas
  export default areas
}
