/** Where a bucket is, and the folder in it: '' or one that ends with `/`. */
export type BucketPlace = {
  endpoint: URL
  bucket: string
  folder: string
  region: string
  /** Whether the name of the bucket is in the path or in the name of the host. */
  style: 'path' | 'host'
}

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

const known = ['endpoint', 'region', 'style']

/** Reads `s3://bucket/folder?endpoint=…&region=…&style=path|host`. Throws an error that says what is wrong with it. */
export function readStorageUrl(text: string): BucketPlace {
  const url = parse(text)
  // The error must not show them.
  if (!url || url.protocol !== 's3:') throw new Error('must be like s3://bucket/folder?endpoint=https://s3.example.com')
  if (url.username || url.password) {
    throw new Error('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  const parameters = parametersOf(url)
  const bucket = bucketOf(url)
  const region = parameters.get('region') ?? 'us-east-1'
  if (!/^[a-z0-9-]{1,64}$/i.test(region)) throw new Error('must have a region such as us-east-1')
  const endpoint = endpointOf(parameters.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  // The certificates of stores have one wildcard, which stands for a name without dots.
  const isHostStyle = !parameters.has('endpoint') && /^[a-z0-9-]+$/.test(bucket)
  const style = parameters.get('style') ?? (isHostStyle ? 'host' : 'path')
  if (style !== 'path' && style !== 'host') throw new Error('must have the style path or host')
  if (style === 'host' && !/^[a-z0-9.-]+$/.test(bucket)) {
    throw new Error('needs style=path, because the name of the bucket cannot be part of the name of a host')
  }
  return { endpoint, bucket, folder: folderOf(url), region, style }
}

function parse(text: string) {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function parametersOf({ searchParams }: URL) {
  for (const name of searchParams.keys()) {
    if (!known.includes(name)) throw new Error(`must have no other parameters than ${known.join(', ')}`)
    if (searchParams.getAll(name).length > 1) throw new Error(`must have ${name} only once`)
  }
  return searchParams
}

function bucketOf({ host, hash }: URL) {
  if (!/^[a-z0-9][a-z0-9._-]{1,62}$/i.test(host) || hash) {
    throw new Error('must name a bucket: 3 to 63 letters, digits, dots or hyphens')
  }
  return host
}

/** Only characters that no store and no proxy encodes in its own way. */
function folderOf({ pathname }: URL) {
  const path = pathname.replaceAll(/^\/|\/$/g, '')
  if (path === '') return ''
  if (path.length > 500 || !path.split('/').every((part) => /^[a-z0-9_-][a-z0-9._-]*$/i.test(part))) {
    throw new Error('must have a folder of letters, digits, dots, hyphens and slashes')
  }
  return `${path}/`
}

function endpointOf(text: string) {
  const url = parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must have an endpoint such as https://s3.example.com')
  if (url.username || url.password || url.pathname !== '/' || url.search || url.hash) {
    throw new Error('must have an endpoint without a path or credentials, such as https://s3.example.com')
  }
  return url
}
