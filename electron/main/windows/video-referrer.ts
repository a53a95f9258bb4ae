/** Who embeds a help video: the host plays nothing for a page without a referrer, and a scheme of our own has none. */
import type { Session } from 'electron'
import { VIDEO_ORIGIN } from '../../../src/contract'

/** What the player receives in the place of a page's address: the product's own, and nothing of the company. */
const PLAYER_REFERRER = 'https://turno.app/'

/** Adds the referrer to requests for a player, and to no others. */
export function introducePlayer(session: Pick<Session, 'webRequest'>): void {
  session.webRequest.onBeforeSendHeaders({ urls: [`${VIDEO_ORIGIN}/embed/*`] }, (details, answer) =>
    answer({ requestHeaders: { ...details.requestHeaders, Referer: PLAYER_REFERRER } }),
  )
}
