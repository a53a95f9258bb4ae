/**
 * The Channel of a workspace without a provider: it reports that and sends nothing; the simulator is for the demo only.
 */
import { type Channel, ChannelError, type ChannelSink } from './channel'

const down = (): never => {
  throw new ChannelError('ERR_WAPP_NOT_INITIALIZED')
}

/** @param sink told why a number somebody connects stays down. */
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
