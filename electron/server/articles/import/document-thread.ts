/** The thread that reads a document: a program of its own beside the server's. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Document, readDocument } from './formats'

parentPort?.postMessage(await readDocument(workerData as Document))
