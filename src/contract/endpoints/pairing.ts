/** The component that pairs numbers like WhatsApp Web, in a company on one's own computer (electron/main/pairing installs it). */
import { z } from 'zod'
import { endpoint } from './define'

/** Whether the server has it in use. */
const pairingUse = z.object({ inUse: z.boolean() })

export const pairingEndpoints = {
  'pairing.state': endpoint('GET', '/pairing-component', {
    summary: 'Whether the component that pairs numbers is in use',
    access: 'admin',
    response: pairingUse,
  }),
  'pairing.use': endpoint('POST', '/pairing-component', {
    summary: 'Take the component that was installed into use; numbers that wait for it come up',
    access: 'admin',
    response: pairingUse,
    errors: ['ERR_WAPP_UNSUPPORTED'],
  }),
  'pairing.remove': endpoint('DELETE', '/pairing-component', {
    summary: 'Use the component no longer: its numbers stop, and stay paired',
    access: 'admin',
    response: pairingUse,
    errors: ['ERR_WAPP_UNSUPPORTED'],
  }),
} as const
