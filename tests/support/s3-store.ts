/** A store that speaks S3 as the tests see it: the double, or a real one that somebody has at hand. */
import { randomUUID } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { S3_KEYS, type S3Double, s3Double } from './s3-double'

export interface S3Store {
  /** Address of the store. */
  endpoint: string
  bucket: string
  /** Its keys: what `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` have to say. */
  id: string
  secret: string
  /** Names of what is stored, those that begin with this. */
  keys(prefix: string): Promise<string[]>
  /** What only the double tells. */
  double: S3Double | null
  close(): Promise<void>
}

/** The double, with a bucket. */
export async function storeOfDouble(): Promise<S3Store> {
  const double = await s3Double()
  const { endpoint, bucket } = double
  return {
    ...{ endpoint, bucket, ...S3_KEYS, double },
    keys: async prefix => [...double.objects.keys()].filter(key => key.startsWith(prefix)),
    close: () => double.close(),
  }
}

/**
 * A bucket of its own in a real store, gone with `close`.
 * @param endpoint its address; the keys are those of the environment.
 */
export async function storeOfTests(endpoint: string): Promise<S3Store> {
  const { AWS_ACCESS_KEY_ID: id = '', AWS_SECRET_ACCESS_KEY: secret = '' } = process.env
  const bucket = `turno-tests-${randomUUID()}`
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId: id, secretAccessKey: secret },
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const keys = async (prefix: string): Promise<string[]> => {
    const found = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }))
    return (found.Contents ?? []).flatMap(({ Key }) => Key ?? [])
  }
  return {
    ...{ endpoint, bucket, id, secret, keys, double: null },
    async close() {
      for (const Key of await keys('')) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
      await client.send(new DeleteBucketCommand({ Bucket: bucket }))
      client.destroy()
    },
  }
}
