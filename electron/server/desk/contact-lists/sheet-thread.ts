/** The thread that reads an uploaded spreadsheet: a program of its own beside the server's. */
import { parentPort, workerData } from 'node:worker_threads'
import { rowsOfSheet } from './sheet-rows'

const { name, path, size } = workerData as { name: string; path: string; size: number }
parentPort?.postMessage(await rowsOfSheet(name, path, size))
