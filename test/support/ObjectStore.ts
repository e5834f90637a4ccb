import { Effect } from "effect"
import { readdirSync, rmSync, utimesSync } from "node:fs"
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import S3rver from "s3rver"
import { temporaryFolder } from "./Temporary.ts"

const bucket = "files"
const objectEnding = "._S3rver_object"

interface Begun {
  readonly key: string
  at: Date
}

const listOf = (begun: ReadonlyMap<string, Begun>) =>
  `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${[...begun]
    .map(
      ([upload, { at, key }]) =>
        `<Upload><Key>${key}</Key><UploadId>${upload}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`
    )
    .join("")}</ListMultipartUploadsResult>`

/** A copy that was done, and whose answer is held back. */
interface Held {
  readonly done: Promise<void>
  readonly release: () => void
}

/**
 * A store that speaks S3, on a free port, with its own key, until the scope closes. It is s3rver behind a door that does what
 * s3rver lacks: it lists and aborts objects that were begun in parts. Copies can be held at the door.
 */
export class ObjectStore {
  readonly begun = new Map<string, Begun>()
  /** How many parts of objects have come. */
  parts = 0
  readonly settings: {
    readonly url: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
  }
  private readonly directory: string
  private readonly inner: number
  private held: { readonly done: () => void; readonly released: Promise<void> } | null = null

  constructor(directory: string, inner: number, door: number) {
    this.directory = directory
    this.inner = inner
    this.settings = {
      url: `http://127.0.0.1:${door}/${bucket}`,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER"
    }
  }

  /** The keys of all objects. */
  get keys(): ReadonlyArray<string> {
    return readdirSync(join(this.directory, bucket), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(objectEnding) && !name.startsWith("uploads"))
      .map((name) => name.slice(0, -objectEnding.length))
  }

  /** Makes everything older than it is. */
  age(ms: number): void {
    const at = new Date(Date.now() - ms)
    for (const key of this.keys) utimesSync(join(this.directory, bucket, `${key}${objectEnding}`), at, at)
    for (const each of this.begun.values()) each.at = at
  }

  /** Holds the answer to the next copy. */
  holdCopy(): Held {
    const copied = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    this.held = { done: copied.resolve, released: released.promise }
    return { done: copied.promise, release: released.resolve }
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, "http://store")
    const upload = searchParams.get("uploadId")
    if (request.method === "GET" && searchParams.has("uploads")) {
      response.end(listOf(this.begun))
    } else if (request.method === "DELETE" && upload !== null) {
      this.begun.delete(upload)
      rmSync(join(this.directory, bucket, "uploads", upload), { recursive: true, force: true })
      response.writeHead(204).end()
    } else {
      const { body, headers, status } = await this.forward(request)
      if (request.method === "POST" && searchParams.has("uploads")) {
        const made = /<UploadId>([^<]+)/.exec(String(body))![1]!
        this.begun.set(made, { key: pathname.slice(`/${bucket}/`.length), at: new Date() })
      }
      if (request.method === "POST" && upload !== null && status === 200) this.begun.delete(upload)
      if (request.method === "PUT" && upload !== null) this.parts++
      if (request.headers["x-amz-copy-source"] !== undefined) await this.pass()
      response.writeHead(status, headers).end(body)
    }
  }

  private async pass(): Promise<void> {
    const held = this.held
    this.held = null
    held?.done()
    await held?.released
  }

  /** As it came, with its host: that is signed. */
  private forward(request: IncomingMessage) {
    return new Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }>((resolve, reject) => {
      const { headers, method, url } = request
      const onward = httpRequest({ host: "127.0.0.1", port: this.inner, method, path: url, headers })
      onward.on("error", reject)
      onward.on("response", (answer) =>
        buffer(answer).then((body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }), reject)
      )
      request.pipe(onward)
      // A pipe does not end what it writes to when its source is cut, and s3rver would wait for the rest at its close.
      request.once("close", () => {
        if (!request.complete) onward.destroy()
      })
    })
  }
}

export const objectStore = Effect.gen(function* () {
  const directory = yield* temporaryFolder
  const inner = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] })
      const { port } = (await made.run()) as AddressInfo
      return { made, port }
    }),
    ({ made }) => Effect.promise(() => made.close())
  )
  const door = yield* Effect.acquireRelease(
    Effect.callback<{ readonly store: ObjectStore; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        store.answer(request, response).catch(() => response.destroy())
      })
      let store: ObjectStore
      server.listen(0, "127.0.0.1", () => {
        store = new ObjectStore(directory, inner.port, (server.address() as AddressInfo).port)
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ store, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
  return door.store
})
