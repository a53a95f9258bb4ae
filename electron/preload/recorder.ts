/** Preload of the hidden recorder page: it hears orders, reports, and can do nothing else. */
import { callsOf, eventsOf } from '../../src/contract/window-rights'
import { exposeBridge } from './bridge'

exposeBridge(callsOf('recorder'), eventsOf('recorder'))
