import { parseXml, XmlElement } from "@rgrove/parse-xml"
import { AwsClient } from "aws4fetch"
import { withinSilence } from "./withinSilence.ts"

export interface S3Settings {
  /** The bucket's address: `https://host/bucket`, or `https://bucket.host`. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

/** An object whose parts are coming. */
export interface BegunObject {
  readonly key: string
  readonly upload: string
  readonly begunAt: Date
}

export interface Part {
  readonly number: number
  readonly etag: string
}

const elementsOf = (parent: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  parent.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name)
const textOf = (parent: XmlElement, name: string): string => elementsOf(parent, name)[0]?.text.trim() ?? ""

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/**
 * How long one answer may take, in milliseconds. A copy within the bucket may be of a gigabyte. An object that is read may
 * take any time, without so much silence in it.
 */
export interface Patience {
  readonly usual: number
  readonly copy: number
  readonly silence: number
}
const patienceMs: Patience = { usual: 60_000, copy: 300_000, silence: 30_000 }

/** One bucket of a store that speaks S3. Each call rejects where the store refuses it. */
export class S3Bucket {
  private readonly client: AwsClient
  private readonly base: string
  private readonly bucket: string
  private readonly patience: Patience

  constructor({ accessKeyId, region, secretAccessKey, url }: S3Settings, patience = patienceMs) {
    this.patience = patience
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 3 })
    this.base = url.replace(/\/+$/, "")
    const { hostname, pathname } = new URL(this.base)
    this.bucket = pathname === "/" ? hostname.split(".", 1)[0]! : pathname.split("/").at(-1)!
  }

  async put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.done("PUT", `/${key}`, { body })
  }

  async copy(from: string, to: string): Promise<void> {
    const headers = { "x-amz-copy-source": `/${this.bucket}/${from}` }
    const signal = AbortSignal.timeout(this.patience.copy)
    const answer = await this.xml("PUT", `/${to}`, { headers, signal })
    // A copy may fail after its answer has begun.
    if (answer.name === "Error") throw new Error(`The object store did not copy: ${textOf(answer, "Code")}.`)
  }

  /** Null where there is no such object. The body fails where the store stops sending. */
  async get(key: string, range: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const headers = range === null ? {} : { range }
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(new Error("The object store does not answer.")), this.patience.usual)
    try {
      const all = AbortSignal.any([signal, silence.signal])
      const response = await this.fetch(`${this.base}/${key}`, { headers, signal: all })
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (!response.ok || response.body === null) throw await refused(response, "GET")
      return withinSilence(response.body, this.patience.silence, (why) => silence.abort(why))
    } finally {
      clearTimeout(timer)
    }
  }

  /** The first bytes of an object, so many at most, and how many it has in all; null where there is none. */
  async head(key: string, most: number) {
    const range = `bytes=0-${most - 1}`
    const response = await this.fetch(`${this.base}/${key}`, this.within({ headers: { range } }))
    // An empty object has no first byte.
    if (response.status === 404 || response.status === 416) {
      await response.body?.cancel()
      return null
    }
    if (!response.ok) throw await refused(response, "GET")
    const all = response.headers.get("content-range")?.split("/")[1] ?? response.headers.get("content-length")
    return { bytes: new Uint8Array(await response.arrayBuffer()).subarray(0, most), size: Number(all) }
  }

  /** How many bytes an object has; 0 where there is none. */
  async size(key: string): Promise<number> {
    const response = await this.fetch(`${this.base}/${key}`, this.within({ method: "HEAD" }))
    if (response.status === 404) return 0
    if (!response.ok) throw await refused(response, "HEAD")
    return Number(response.headers.get("content-length"))
  }

  async remove(key: string): Promise<void> {
    await this.done("DELETE", `/${key}`)
  }

  /** The objects whose keys begin so, a page at a time. */
  async *list(prefix: string): AsyncGenerator<ReadonlyArray<StoredObject>> {
    for (let token: string | null = ""; token !== null;) {
      const more: string = token === "" ? "" : `&continuation-token=${encodeURIComponent(token)}`
      const page: XmlElement = await this.xml("GET", `?list-type=2&prefix=${encodeURIComponent(prefix)}${more}`)
      yield elementsOf(page, "Contents").map((entry) => ({
        key: textOf(entry, "Key"),
        size: Number(textOf(entry, "Size")),
        modifiedAt: new Date(textOf(entry, "LastModified"))
      }))
      token = textOf(page, "IsTruncated") === "true" ? textOf(page, "NextContinuationToken") : null
    }
  }

  /** The objects that were begun in parts and neither completed nor aborted, a page at a time; none of a store that lists none. */
  async *listBegun(prefix: string): AsyncGenerator<ReadonlyArray<BegunObject>> {
    for (let after: string | null = ""; after !== null;) {
      const response: Response = await this.fetch(
        `${this.base}?uploads&prefix=${encodeURIComponent(prefix)}${after}`,
        this.within({})
      )
      if (response.status === notImplemented) {
        await response.body?.cancel()
        return
      }
      if (!response.ok) throw await refused(response, "GET")
      const page: XmlElement = parseXml(await response.text()).root!
      yield elementsOf(page, "Upload").map((entry) => ({
        key: textOf(entry, "Key"),
        upload: textOf(entry, "UploadId"),
        begunAt: new Date(textOf(entry, "Initiated"))
      }))
      const next = (name: string) => encodeURIComponent(textOf(page, name))
      const isLast = textOf(page, "IsTruncated") !== "true"
      after = isLast ? null : `&key-marker=${next("NextKeyMarker")}&upload-id-marker=${next("NextUploadIdMarker")}`
    }
  }

  async begin(key: string): Promise<string> {
    return textOf(await this.xml("POST", `/${key}?uploads`), "UploadId")
  }

  async putPart(key: string, upload: string, number: number, body: Uint8Array<ArrayBuffer>): Promise<Part> {
    const query = `partNumber=${number}&uploadId=${encodeURIComponent(upload)}`
    const response = await this.done("PUT", `/${key}?${query}`, { body })
    return { number, etag: response.headers.get("etag") ?? "" }
  }

  async complete(key: string, upload: string, parts: ReadonlyArray<Part>): Promise<void> {
    const list = parts.map(
      ({ etag, number }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`
    )
    const body = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`
    const answer = await this.xml("POST", `/${key}?uploadId=${encodeURIComponent(upload)}`, { body })
    if (answer.name === "Error") throw new Error(`The object store did not complete: ${textOf(answer, "Code")}.`)
  }

  async abort(key: string, upload: string): Promise<void> {
    await this.done("DELETE", `/${key}?uploadId=${encodeURIComponent(upload)}`)
  }

  /** A connection that was kept may be closed by the store just then: what may be asked twice is asked again. */
  private async fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.client.fetch(url, init)
    } catch (error) {
      if (init.method === "POST" || !isCutOff(error)) throw error
      return this.client.fetch(url, init)
    }
  }

  private within(init: RequestInit): RequestInit {
    return { signal: AbortSignal.timeout(this.patience.usual), ...init }
  }

  private async done(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.fetch(`${this.base}${path}`, this.within({ ...init, method }))
    if (!response.ok) throw await refused(response, method)
    await response.body?.cancel()
    return response
  }

  private async xml(method: string, path: string, init: RequestInit = {}): Promise<XmlElement> {
    const response = await this.fetch(`${this.base}${path}`, this.within({ ...init, method }))
    if (!response.ok) throw await refused(response, method)
    return parseXml(await response.text()).root!
  }
}

const notImplemented = 501

const isCutOff = (error: unknown): boolean => {
  const cause = error instanceof TypeError ? error.cause : undefined
  return cause instanceof Error && "code" in cause && ["UND_ERR_SOCKET", "ECONNRESET"].includes(String(cause.code))
}

const refused = async (response: Response, method: string): Promise<Error> => {
  const text = (await response.text()).slice(0, 300)
  return new Error(`The object store answered ${response.status} to a ${method}: ${text}`)
}
