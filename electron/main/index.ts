/** Entry of the main process. */
import { app, dialog } from 'electron'
import { giveBackAfter } from '../give-back'
import { boot } from './boot'
import { reportBootFailure } from './boot-dialogs'
import { languageOf, textsFor } from './texts'

/** When the start is over, the first list included. Milliseconds. */
const STARTED_MS = 15_000

giveBackAfter(STARTED_MS)
boot().catch(async (error: unknown) => {
  await app.whenReady()
  console.error('Turno could not start:', error)
  reportBootFailure(error, dialog, textsFor(languageOf(app.getLocale())), app.getPath('userData'))
  app.exit(1)
})
