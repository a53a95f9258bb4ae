/** The program of a number's thread: the session, with the installed library. */
import { workerData } from 'node:worker_threads'
import type { LifeStart } from '../worker/life'
import { serveThread } from '../worker/serve'
import { type Installed, loadLibrary } from './library'
import { createSession } from './session'
import type { WebDown, WebUp } from './wire'

const installed = (workerData as LifeStart).data as Installed
const library = await loadLibrary(installed)

serveThread<WebDown, WebUp>((_data, up) => createSession({ up, library, voice: installed.voice }))
