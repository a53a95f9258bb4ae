/**
 * The Channel of a workspace that has no way to WhatsApp: a company's own, as long as no provider is installed. It says
 * so and sends nothing; the simulator is for the demo alone.
 */
import { type Channel, ChannelError, type ChannelSink } from './channel'

const down = (): never => {
  throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
}

/** @param sink is given the reason why a number that somebody tries to connect stays down. */
export function createNoChannel(sink: ChannelSink): Channel {
  const sayWhy = (whatsappId: number): Promise<void> =>
    sink.status({ whatsappId, status: 'DISCONNECTED', qrcode: '', reason: 'noProvider' })
  const nothing = async (): Promise<void> => undefined
  return {
    kind: 'none',
    capabilitiesOf: () => null,
    start: nothing,
    connect: sayWhy,
    newQr: sayWhy,
    restart: sayWhy,
    disconnect: sayWhy,
    isConnected: () => false,
    send: async () => down(),
    askAbout: async () => down(),
    edit: async () => down(),
    revoke: async () => down(),
    react: async () => down(),
    markRead: nothing,
    checkNumber: async () => down(),
    phoneContacts: async () => down(),
    stop: nothing,
  }
}
