import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { ErrorCode } from '#contract/codes.ts'
import { ApiError } from '#server/core/api-error.ts'

/**
 * The limits of a form, which contains one file of at most `most` bytes. `none` is the error code if the file is
 * missing, and `tooLarge` the error code if it is too large.
 */
export type FormRules = { most: number; none: ErrorCode; tooLarge: ErrorCode }
/** The only file of a form. `name` is the name that the sender gave it, and `digest` is its SHA-256. */
export type Sent = { name: string; type: string; digest: string }

const FIELD = 'file'
/** The limits for everything in the form except its file. */
const LIMITS = { files: 1, fields: 0, parts: 2, headerPairs: 20, headerSize: 8 * 1024 }
/**
 * A form that is too large is refused only after this many times the maximum file size has been read, because a browser
 * that is still sending does not read the response.
 */
const PATIENCE = 5

/** Returns the parser for a form. Refuses with NO_DATA unless it is a multipart form. */
function parserOf(type: string, most: number): BusboyInstance {
  // The library would also parse forms that are not multipart.
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new ApiError('NO_DATA')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { ...LIMITS, fileSize: most } })
  } catch {
    throw new ApiError('NO_DATA')
  }
}

/**
 * Reads a form with one file in the field `file`, and writes that file to `into`. Throws the error codes of the rules,
 * and NO_DATA if the form is incomplete or has other fields.
 */
export async function readForm(request: Request, into: FileHandle, { most, none, tooLarge }: FormRules): Promise<Sent> {
  const { body } = request
  const parser = parserOf(request.headers.get('Content-Type') ?? '', most)
  if (!body) throw new ApiError('NO_DATA')
  const hash = createHash('sha256')
  const stop = new AbortController()
  let isOdd = false
  let part: { field: string; name: string; type: string; stream: BusboyFileStream } | undefined
  let written = Promise.resolve()

  /**
   * Writes the file. If the disk fails, reading stops with the disk's error. Any other failure is caused by the form.
   */
  async function write(stream: BusboyFileStream) {
    for await (const chunk of stream) {
      hash.update(chunk)
      await into.appendFile(chunk).catch((error) => stop.abort(error))
      stop.signal.throwIfAborted()
    }
  }
  // Without a listener, a parser error after the form has been read would crash the process.
  const unheard = () => {}
  parser.on('error', unheard)
  parser.on('file', (field, stream, name, _, type) => {
    part = { field, name, type, stream }
    stream.on('error', unheard)
    written = write(addAbortSignal(stop.signal, stream))
    written.catch(() => stop.abort(new ApiError('NO_DATA')))
  })
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => {
      isOdd = true
    })
  async function* patiently(chunks: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > PATIENCE * most) throw new ApiError(tooLarge, 413)
      yield chunk
    }
  }
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), patiently, parser, { signal: stop.signal })
    await written
  } catch (error) {
    stop.abort(error instanceof ApiError ? error : new ApiError('NO_DATA'))
    await Promise.allSettled([written])
    throw stop.signal.reason
  }
  if (isOdd || (part && part.field !== FIELD)) throw new ApiError('NO_DATA')
  if (!part || part.stream.bytesRead === 0) throw new ApiError(none)
  if (part.stream.truncated) throw new ApiError(tooLarge, 413)
  return { name: part.name ?? '', type: part.type, digest: hash.digest('hex') }
}
