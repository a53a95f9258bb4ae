/** Taking a conversation over from whoever else answers it, and giving it back: done once the provider has agreed. */
import { call } from '@/api'
import { placed } from '../newer'
import { actOn } from './act'
import { beginOwnChange } from './own-changes'
import { absorbTickets } from './store'

/** @param holder who is to answer; null: this workspace. @throws ApiError */
export const holdTicket = (id: number, holder: 'metaAgent' | null): Promise<void> =>
  actOn(id, 'hold', async expected => {
    const asking = call('tickets.setHolder', {
      params: { id },
      body: { holder, ...(expected ? { expected } : {}) },
    })
    const [ticket, position] = await placed(asking.finally(beginOwnChange(id)))
    absorbTickets([ticket], position)
  })
