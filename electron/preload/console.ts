/** Preload of the console window: every verb and every event. */
import { CALL_NAMES, EVENT_NAMES } from '../../src/contract/channels'
import { exposeBridge } from './bridge'

exposeBridge(CALL_NAMES, EVENT_NAMES)
