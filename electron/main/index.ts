/** Entry of the main process. */
import { app, dialog } from 'electron'
import { boot } from './boot'
import { reportBootFailure } from './boot-dialogs'
import { languageOf, textsFor } from './texts'

boot().catch(async (error: unknown) => {
  await app.whenReady()
  console.error('Turno could not start:', error)
  reportBootFailure(error, dialog, textsFor(languageOf(app.getLocale())), app.getPath('userData'))
  app.exit(1)
})
