/** Preload of a ticket in a window of its own: a conversation's verbs without the program's own matters. */
import { callsOf, eventsOf } from '../../src/contract/window-rights'
import { exposeBridge } from './bridge'

exposeBridge(callsOf('popout'), eventsOf('popout'))
