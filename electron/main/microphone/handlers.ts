/** The verbs of voice messages. */
import type { Handlers } from '../ipc/ipc'
import type { Microphone } from './microphone'

type RecorderVerb = Extract<keyof Handlers, `recorder.${string}` | `microphone.${string}`>

export const microphoneHandlers = (microphone: Microphone): Pick<Handlers, RecorderVerb> => ({
  'recorder.state': () => microphone.state(),
  'recorder.start': ({ ticketId }, caller) => microphone.start(ticketId, caller.id),
  'recorder.pause': ({ takeId }) => microphone.control('pause', takeId),
  'recorder.resume': ({ takeId }) => microphone.control('resume', takeId),
  'recorder.stop': ({ takeId }) => microphone.control('stop', takeId),
  'recorder.cancel': ({ takeId }) => microphone.control('cancel', takeId),
  'recorder.claim': ({ takeId }, caller) => ({ claimed: microphone.claim(takeId, caller.id) }),
  'recorder.devices': () => microphone.devices(),
  'recorder.openSystemSettings': async () => ({ opened: await microphone.openSystemSettings() }),
  'microphone.report': (report, caller) => microphone.report(caller.id, report) as undefined,
})
