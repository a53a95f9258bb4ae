/** The hidden recorder page: hears main's orders, records one take at a time, reports. It shows nothing. */
import type { AudioInput, MicrophoneReport } from '@contract'
import { beginTake, type Take } from './take'

let take: Take | null = null

const report = (message: MicrophoneReport): void => {
  void window.turno.microphone.report(message)
}

/** Microphones by name; names are given only while main lets this page listen. */
async function devices(): Promise<AudioInput[]> {
  const all = await navigator.mediaDevices.enumerateDevices()
  return all
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId: deviceId.slice(0, 256), label: label.slice(0, 256) }))
    .slice(0, 64)
}

window.turno.on.microphoneOrder(order => {
  if (order.kind === 'devices') {
    devices()
      .catch(() => [])
      .then(found => report({ kind: 'devices', devices: found }))
    return
  }
  if (order.kind === 'start') {
    take?.cancel()
    take = beginTake(order, report)
    return
  }
  if (take?.id !== order.takeId) return
  if (order.kind === 'stop') take.stop()
  else if (order.kind === 'cancel') take.cancel()
  else take.pause(order.kind === 'pause')
})
window.addEventListener('pagehide', () => take?.cancel())
report({ kind: 'ready' })
