/**
 * Files in a bucket of any S3-compatible store, as `<prefix><company>/<file>`: the same names as in the folder. Loaded
 * only when chosen (TURNO_S3_BUCKET). Access is checked before (media/serve.ts); only the server may access the bucket.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { privateFolder } from '../../../database/private-folder'
import { within } from '../../../time-limit'
import { reasonOf } from '../../log'
import type { MediaPlace } from './place'

export interface S3Options {
  bucket: string
  /** Before each name; "" or ending in a slash. */
  prefix: string
  /** Address of the store; null for Amazon's own. */
  endpoint: string | null
  region: string
  /** SILENT_MS unless given (tests). */
  silentMs?: number
}

/** Up to this size a file is sent from memory, signed with its hash and retried when the connection breaks; bytes. */
const AT_ONCE_BYTES = 16 * 1024 * 1024

/** Time limit of one call including retries, and of one transfer; milliseconds. */
const CALL_MS = 30_000
const FILE_MS = 300_000
/** A connection without data for this long is dead; milliseconds. */
const SILENT_MS = 20_000

const isGone = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}

/**
 * Connects to the bucket.
 * @param folder data folder, for files while a channel sends them.
 * @throws Error naming the bucket when it cannot be reached.
 */
export async function s3Place(
  { bucket, prefix, endpoint, region, silentMs = SILENT_MS }: S3Options,
  folder: string,
): Promise<MediaPlace> {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { connectionTimeout: silentMs, socketTimeout: silentMs },
    // Leaves out what only Amazon's own store supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  /** @param ms milliseconds. @throws TimeLimitReached */
  const limited = <T>(ms: number, work: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> =>
    within(ms, abortSignal => work({ abortSignal }))
  const key = (companyId: number, file: string): string => `${prefix}${companyId}/${file}`
  const known = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (isGone(error)) return null
      throw error
    })
  try {
    await limited(CALL_MS, on => client.send(new HeadBucketCommand({ Bucket: bucket }), on))
  } catch (error) {
    throw new Error(`The bucket ${bucket} cannot be reached: ${reasonOf(error)}`)
  }

  const fetched = join(folder, 'media', 'fetched')
  // Left by an earlier run.
  await rm(fetched, { recursive: true, force: true })

  const place: MediaPlace = {
    async take(companyId, file, path) {
      const { size } = await stat(path)
      const put = new PutObjectCommand({
        Bucket: bucket,
        Key: key(companyId, file),
        Body: size <= AT_ONCE_BYTES ? await readFile(path) : createReadStream(path),
        ContentLength: size,
      })
      await limited(FILE_MS, on => client.send(put, on))
      await rm(path, { force: true })
    },
    async write(companyId, file, bytes) {
      const put = new PutObjectCommand({ Bucket: bucket, Key: key(companyId, file), Body: bytes })
      await limited(FILE_MS, on => client.send(put, on))
    },
    async facts(companyId, file) {
      const head = await known(
        limited(CALL_MS, on =>
          client.send(new HeadObjectCommand({ Bucket: bucket, Key: key(companyId, file) }), on),
        ),
      )
      return head && { size: head.ContentLength ?? 0, changed: head.LastModified ?? new Date(0) }
    },
    async read(companyId, file, range) {
      const get = new GetObjectCommand({
        Bucket: bucket,
        Key: key(companyId, file),
        ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
      })
      const { Body } = await limited(CALL_MS, on => client.send(get, on))
      const body = Body as IncomingMessage
      // Its call is over; a late error must still be handled.
      body.setTimeout(silentMs, () => body.destroy(new Error('the store fell silent in a file')))
      return body
    },
    async copy(companyId, file, to) {
      if (await place.facts(companyId, to)) return true
      const source = `${bucket}/${key(companyId, file)}`.split('/').map(encodeURIComponent).join('/')
      const copied = await known(
        limited(FILE_MS, on =>
          client.send(
            new CopyObjectCommand({ Bucket: bucket, Key: key(companyId, to), CopySource: source }),
            on,
          ),
        ),
      )
      return copied !== null
    },
    async remove(companyId, file) {
      await limited(CALL_MS, on =>
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key(companyId, file) }), on),
      )
    },
    async removeCompany(companyId) {
      for (let after: string | undefined; ; ) {
        const list = new ListObjectsV2Command({
          ...{ Bucket: bucket, Prefix: key(companyId, '') },
          ContinuationToken: after,
        })
        const page = await limited(CALL_MS, on => client.send(list, on))
        for (const { Key } of page.Contents ?? [])
          if (Key)
            await limited(CALL_MS, on => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), on))
        after = page.NextContinuationToken
        if (!after) return
      }
    },
    async local(companyId, file) {
      privateFolder(fetched)
      const path = join(fetched, `${randomUUID()}-${file}`)
      const release = () => rm(path, { force: true })
      try {
        const from = await place.read(companyId, file)
        await within(FILE_MS, signal => pipeline(from, createWriteStream(path, { mode: 0o600 }), { signal }))
      } catch (error) {
        await release()
        // As with a folder: the channel finds no file and fails.
        if (!isGone(error)) throw error
      }
      return { path, release }
    },
  }
  return place
}
