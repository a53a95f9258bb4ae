import '../app/theme/first-paint'
import '../i18n/load'
import { start } from './start'

void start()
