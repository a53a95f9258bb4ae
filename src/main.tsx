import './app/theme/first-paint'
import './i18n/first-texts'
import { start } from './app/start'

void start()
