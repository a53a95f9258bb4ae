/** Preload of the windows that look on (one ticket, the wall): they follow the feed and can send nothing. */
import { callsOf, eventsOf } from '../../src/contract/window-rights'
import { exposeBridge } from './bridge'

exposeBridge(callsOf('spy'), eventsOf('spy'))
