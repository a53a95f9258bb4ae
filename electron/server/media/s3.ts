/**
 * Files in a bucket of any store that speaks S3, as `<prefix><company>/<file>`: the same names as in the folder. Loaded only
 * where it is chosen (TURNO_S3_BUCKET). The caller's rights are checked before (media/serve.ts); the bucket is nobody's but the
 * server's.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
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
import { privateFolder } from '../../database/private-folder'
import { reasonOf } from '../log'
import type { MediaPlace } from './place'

export interface S3Options {
  bucket: string
  /** Before each name; "" or ending in a slash. */
  prefix: string
  /** Address of the store; null for Amazon's own. */
  endpoint: string | null
  region: string
}

/** Up to here a file is sent out of memory, signed with its hash and sent again when the line breaks; bytes. */
const AT_ONCE_BYTES = 16 * 1024 * 1024

const isGone = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}

/**
 * Reaches the bucket.
 * @param folder data folder: where a file lies while a channel sends it.
 * @throws Error naming the bucket when it cannot be reached.
 */
export async function s3Place(
  { bucket, prefix, endpoint, region }: S3Options,
  folder: string,
): Promise<MediaPlace> {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // What only Amazon's own store knows is left out.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const key = (companyId: number, file: string): string => `${prefix}${companyId}/${file}`
  const known = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (isGone(error)) return null
      throw error
    })
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    throw new Error(`The bucket ${bucket} cannot be reached: ${reasonOf(error)}`)
  }

  const fetched = join(folder, 'media', 'fetched')
  // Of an earlier life.
  await rm(fetched, { recursive: true, force: true })

  const place: MediaPlace = {
    async take(companyId, file, path) {
      const { size } = await stat(path)
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key(companyId, file),
          Body: size <= AT_ONCE_BYTES ? await readFile(path) : createReadStream(path),
          ContentLength: size,
        }),
      )
      await rm(path, { force: true })
    },
    async write(companyId, file, bytes) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key(companyId, file), Body: bytes }))
    },
    async facts(companyId, file) {
      const head = await known(
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: key(companyId, file) })),
      )
      return head && { size: head.ContentLength ?? 0, changed: head.LastModified ?? new Date(0) }
    },
    async read(companyId, file, range) {
      const { Body } = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key(companyId, file),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        }),
      )
      return Body as Readable
    },
    async copy(companyId, file, to) {
      if (await place.facts(companyId, to)) return true
      const source = `${bucket}/${key(companyId, file)}`.split('/').map(encodeURIComponent).join('/')
      const copied = await known(
        client.send(new CopyObjectCommand({ Bucket: bucket, Key: key(companyId, to), CopySource: source })),
      )
      return copied !== null
    },
    async remove(companyId, file) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key(companyId, file) }))
    },
    async removeCompany(companyId) {
      for (let after: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: key(companyId, ''), ContinuationToken: after }),
        )
        for (const { Key } of page.Contents ?? [])
          if (Key) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
        after = page.NextContinuationToken
        if (!after) return
      }
    },
    async local(companyId, file) {
      privateFolder(fetched)
      const path = join(fetched, `${randomUUID()}-${file}`)
      const release = () => rm(path, { force: true })
      try {
        await pipeline(await place.read(companyId, file), createWriteStream(path, { mode: 0o600 }))
      } catch (error) {
        await release()
        // As with a folder: the channel finds nothing there and says so.
        if (!isGone(error)) throw error
      }
      return { path, release }
    },
  }
  return place
}
