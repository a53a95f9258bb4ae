/** A main process that does nothing: what the stand-in itself takes. */
import { app } from 'electron'

await app.whenReady()
console.log('ready')
setInterval(() => {}, 1_000_000)
