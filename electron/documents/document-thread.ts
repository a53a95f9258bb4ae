/** The thread that reads a document: a program of its own beside the server's. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Document, readDocument, readWhole } from './formats'

const { whole, ...document } = workerData as Document & { whole: boolean }
parentPort?.postMessage(await (whole ? readWhole(document.bytes) : readDocument(document)))
