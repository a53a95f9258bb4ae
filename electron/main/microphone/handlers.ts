/** The verbs of voice messages. */
import type { Handlers } from '../ipc/ipc'
import type { Microphone } from './microphone'

type RecorderVerb = Extract<keyof Handlers, `recorder.${string}` | `microphone.${string}`>

export const microphoneHandlers = (microphone: Microphone): Pick<Handlers, RecorderVerb> => ({
  'recorder.state': () => microphone.state(),
  'recorder.start': ({ ticketId }, caller) => microphone.start(ticketId, caller.id),
  'recorder.pause': ({ takeId }) => microphone.wish('pause', takeId),
  'recorder.resume': ({ takeId }) => microphone.wish('resume', takeId),
  'recorder.stop': ({ takeId }) => microphone.wish('stop', takeId),
  'recorder.cancel': ({ takeId }) => microphone.wish('cancel', takeId),
  'recorder.claim': ({ takeId }, caller) => ({ claimed: microphone.claim(takeId, caller.id) }),
  'recorder.devices': () => microphone.devices(),
  'recorder.openSystemSettings': async () => ({ opened: await microphone.openSystemSettings() }),
  'microphone.report': (report, caller) => microphone.report(caller.id, report) as undefined,
})
