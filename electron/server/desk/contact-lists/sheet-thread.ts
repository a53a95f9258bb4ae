/** The thread that reads uploaded spreadsheets: a separate program beside the server's. */
import { parentPort, workerData } from 'node:worker_threads'
import { rowsOfSheet } from './sheet-rows'

const { name, path, size } = workerData as { name: string; path: string; size: number }
parentPort?.postMessage(await rowsOfSheet(name, path, size))
