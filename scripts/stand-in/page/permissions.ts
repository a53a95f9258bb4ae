import type { Link } from './link'

const denied = () => new DOMException('Permission denied', 'NotAllowedError')

/** Makes main's permission handlers decide, as they do in Electron, before the browser is asked. */
export function guardPermissions(link: Link): void {
  const ask = (permission: string, details: Record<string, unknown> = {}) =>
    link.ask({ t: 'permission', permission, details })

  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices) {
    const getUserMedia = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async constraints => {
      const mediaTypes = [...(constraints?.audio ? ['audio'] : []), ...(constraints?.video ? ['video'] : [])]
      if (!(await ask('media', { mediaTypes }))) throw denied()
      return getUserMedia(constraints)
    }
    devices.getDisplayMedia = async () => {
      await ask('display-capture')
      throw denied()
    }
  }

  if ('Notification' in window) {
    Notification.requestPermission = async () => ((await ask('notifications')) ? 'granted' : 'denied')
  }

  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) {
    const readText = clipboard.readText.bind(clipboard)
    clipboard.readText = async () => {
      if (!(await ask('clipboard-read'))) throw denied()
      return readText()
    }
    const writeText = clipboard.writeText.bind(clipboard)
    clipboard.writeText = async text => {
      if (!(await ask('clipboard-sanitized-write'))) throw denied()
      return writeText(text)
    }
  }

  const fill = Element.prototype.requestFullscreen as typeof Element.prototype.requestFullscreen | undefined
  if (fill) {
    Element.prototype.requestFullscreen = async function (options) {
      if (!(await ask('fullscreen'))) throw new TypeError('Permissions check failed')
      return fill.call(this, options)
    }
  }

  const geolocation = navigator.geolocation as Geolocation | undefined
  if (geolocation) {
    geolocation.getCurrentPosition = (_done, failed) => {
      void ask('geolocation').then(() =>
        failed?.({ code: 1, message: 'denied', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }),
      )
    }
  }

  const query = navigator.permissions.query.bind(navigator.permissions)
  navigator.permissions.query = async descriptor => {
    const names: Record<string, [string, Record<string, unknown>]> = {
      microphone: ['media', { mediaType: 'audio' }],
      camera: ['media', { mediaType: 'video' }],
    }
    const [permission, details] = names[descriptor.name] ?? [descriptor.name, {}]
    const granted = await link.ask({ t: 'check', permission, details })
    const status = await query(descriptor)
    Object.defineProperty(status, 'state', { value: granted ? 'granted' : 'denied' })
    return status
  }
}
