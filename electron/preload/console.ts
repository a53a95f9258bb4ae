/** Preload of the console window: every verb and every event. */
import { callsOf, eventsOf } from '../../src/contract/window-rights'
import { exposeBridge } from './bridge'

exposeBridge(callsOf('console'), eventsOf('console'))
