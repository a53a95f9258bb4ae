import '../app/theme/first-paint'
import { start } from './start'

void start()
