import './app/theme/first-paint'
import { start } from './app/start'

start()
