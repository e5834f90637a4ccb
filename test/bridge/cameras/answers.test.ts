import { assert, describe, it } from "@effect/vitest"
import { ByteReader } from "@fleet/bridge/engine/cameras/http/ByteReader"
import { readBody } from "@fleet/bridge/engine/cameras/http/readBody"
import { readHead } from "@fleet/bridge/engine/cameras/http/readHead"
import { readMjpeg } from "@fleet/bridge/engine/cameras/MjpegSource"
import type { Picture } from "@fleet/bridge/engine/cameras/Picture"
import { Deferred, Effect } from "effect"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { picture } from "../../robots/cameras/pictures.ts"
import { configure, doc, started } from "../support/bridge.ts"

/** A JPEG with every line end in it that a head may have. */
const jpeg = Buffer.from(picture("image/jpeg", 40, 30, 0x0a, 0x0a, 0x0d, 0x0a, 0x0d, 0x0a, 7))
const { length } = jpeg

type Answer = (request: string, socket: Socket) => void

/** A camera that answers requests with bytes, and hangs up where it is told to. */
const aCamera = Effect.fnUntraced(function* (answer: Answer) {
  const sockets = new Set<Socket>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => undefined)
        socket.once("data", (request) => answer(request.toString("latin1"), socket))
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        made.close()
      })
  )
  return { port: (server.address() as AddressInfo).port, sockets }
})

type Credentials = { readonly username: string; readonly password: string }

/** The first picture that the bridge reads there, or why there is none. */
const readAt = (url: string, credentials?: Credentials) =>
  Effect.gen(function* () {
    const taken = yield* Deferred.make<Picture>()
    const source = { kind: "mjpeg", url, ...(credentials === undefined ? {} : { credentials }) } as const
    const read = readMjpeg(source, (each) => Deferred.doneUnsafe(taken, Effect.succeed(each)))
    return yield* Effect.raceFirst(read, Deferred.await(taken))
  })

const read = (...bytes: ReadonlyArray<string | Uint8Array>) =>
  Effect.gen(function* () {
    const answer = Buffer.concat(bytes.map((each) => (typeof each === "string" ? Buffer.from(each, "latin1") : each)))
    const { port } = yield* aCamera((_, socket) => socket.end(answer))
    return yield* readAt(`http://127.0.0.1:${port}/still.jpg?a=1`)
  }).pipe(Effect.scoped)

const refusal = (...bytes: ReadonlyArray<string | Uint8Array>) =>
  Effect.map(Effect.flip(read(...bytes)), ({ code, message }) => `${code}: ${message}`)

const type = "Content-Type: image/jpeg"
const date = "Thu, 01 Jan 1970 00:00:12 GMT"

describe("a camera's answer over HTTP", () => {
  it.live.each([
    ["with CR LF", `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`],
    ["with LF alone", `HTTP/1.1 200 OK\n${type}\nContent-Length: ${length}\n\n`],
    ["with both line ends", `HTTP/1.1 200 OK\r\n${type}\nContent-Length: ${length}\r\n\n`],
    [
      "with a date in its head that no name precedes",
      `HTTP/1.1 200 OK\r\n${type}\r\n${date}\r\nContent-Length: ${length}\r\n\r\n`
    ],
    ["with a bare line after the status", `HTTP/1.1 200 OK\r\nhello\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`],
    ["without a reason", `HTTP/1.1 200\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`],
    ["of HTTP/1.0", `HTTP/1.0 200 OK\r\n${type}\r\n\r\n`],
    ["of ICY", `ICY 200 OK\r\n${type}\r\n\r\n`],
    ["with a space before the colon", `HTTP/1.1 200 OK\r\n${type}\r\nContent-Length : ${length}\r\n\r\n`],
    ["with its end as the connection's", `HTTP/1.1 200 OK\r\n${type}\r\n\r\n`],
    ["with the same length twice", `HTTP/1.1 200 OK\nContent-Length: ${length}\nContent-Length: ${length}\n\n`],
    ["with a length that is none", `HTTP/1.1 200 OK\r\nContent-Length: unknown\r\n\r\n`],
    ["with a header in two lines", `HTTP/1.1 200 OK\r\nX-A: b\r\n\tc: d\r\nContent-Length: ${length}\r\n\r\n`],
    ["after one of status 100", `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${type}\r\n\r\n`],
    ["after an empty line", `\r\nHTTP/1.1 200 OK\r\n${type}\r\n\r\n`]
  ] as const)("a camera's answer %s gives a still", ([, head]) =>
    Effect.map(read(head, jpeg), (taken) => assert.deepInclude(taken, { width: 40, height: 30, bytes: jpeg }))
  )

  it.live("a camera's answer in parts (chunked) gives a still, with either line end", () =>
    Effect.gen(function* () {
      for (const end of ["\r\n", "\n"]) {
        const parts = [jpeg.subarray(0, 9), jpeg.subarray(9)].flatMap((part) => [
          `${part.length.toString(16)};x=y${end}`,
          part,
          end
        ])
        const head = ["HTTP/1.1 200 OK", "Transfer-Encoding: Chunked", "Content-Length: 3", "", ""].join(end)
        assert.deepInclude(yield* read(head, ...parts, `0${end}${end}`), { bytes: jpeg })
      }
    })
  )

  it.live("a camera's answer means the same however the network cuts it", () =>
    Effect.gen(function* () {
      const chunk = (part: Uint8Array) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]
      const head = Buffer.from(`HTTP/1.1 200 OK\r\n${date}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const whole = Buffer.concat([
        head,
        ...chunk(jpeg.subarray(0, 20)),
        ...chunk(jpeg.subarray(20)),
        Buffer.from("0\r\n\r\n")
      ])
      for (let size = 1; size < whole.length; size++) {
        const cut = async function* () {
          for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
        }
        const reader = new ByteReader(cut())
        const answer = yield* Effect.promise(() => readHead(reader))
        const body = readBody(reader, answer)
        const read: Array<Uint8Array> = []
        yield* Effect.promise(async () => {
          for (let next = await body.next(); next.done !== true; next = await body.next()) read.push(next.value)
        })
        assert.deepStrictEqual(Buffer.concat(read), jpeg, `cut after ${size} bytes`)
      }
    })
  )

  it.live("a camera's stream gives pictures, whatever ends its lines, with and without lengths", () =>
    Effect.gen(function* () {
      for (const end of ["\r\n", "\n"])
        for (const said of [[`Content-Length: ${length}`], []]) {
          const head = ["HTTP/1.0 200 OK", date, "Content-Type: multipart/x-mixed-replace;boundary=b", "", ""].join(end)
          const part = ["--b", type, ...said, "", ""].join(end)
          assert.deepInclude(yield* read(head, part, jpeg, `${end}--b${end}`), { bytes: jpeg })
        }
    })
  )

  it.live("a camera's answer that cannot be read is unsupported, with its first bytes", () =>
    Effect.gen(function* () {
      const ok = "HTTP/1.1 200 OK\r\n"
      for (const [bytes, words] of [
        [["SSH-2.0-OpenSSH_9.6\r\n"], 'unsupported: The camera\'s answer is no HTTP: "SSH-2.0-OpenSSH_9.6\\x0d\\x0a"'],
        [
          ['\x00\x01"\\\x7f\xff....'],
          'unsupported: The camera\'s answer is no HTTP: "\\x00\\x01\\x22\\x5c\\x7f\\xff...."'
        ],
        [["HTTP/1.1 OK\r\n\r\n"], 'unsupported: The camera\'s answer is no HTTP: "HTTP/1.1 OK"'],
        [
          [ok, "X: y\r\n".repeat(4000)],
          "unsupported: The head of the camera's answer does not end within 16384 bytes."
        ],
        [
          [`${ok}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
          "unsupported: The camera's answer has several lengths: 3, 4."
        ],
        [
          [`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`],
          "unsupported: The camera's answer is encoded as gzip, chunked."
        ],
        [
          [`${ok}Transfer-Encoding: chunked\r\n\r\nfour\r\n`],
          "unsupported: The parts of the camera's answer have no sizes (chunked)."
        ],
        [
          [`${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n`],
          "unsupported: A part of the camera's answer has another size (chunked)."
        ],
        [
          [`${ok}Content-Type: text/html\r\n\r\n<html><title>My camera, its name is long`],
          'unsupported: The camera answers neither MJPEG nor a JPEG: "<html><title>My camera, its name"…'
        ],
        [
          [`${ok}Content-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n`, "x".repeat(16_385)],
          `unsupported: The camera's stream cannot be read: "${"x".repeat(32)}"…`
        ],
        [[`HTTP/1.1 302 Found\r\nLocation: rtsp://b/\r\n\r\n`], 'unsupported: The camera redirects to "rtsp://b/".'],
        [
          [`${ok}Content-Length: 9\r\n\r\nabcd`],
          "unreachable: The camera cannot be reached: it ended the connection within its answer"
        ],
        [[], "unreachable: The camera cannot be reached: it ended the connection without an answer"],
        [["HTTP/1.1 500 No\r\n\r\n"], "unreachable: The camera answers 500."]
      ] as const)
        assert.strictEqual(yield* refusal(...bytes), words)
    })
  )

  it.live("a camera's answer over 16 MiB is not read to its end", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* aCamera((_, socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n")
        const more = () => socket.write(Buffer.alloc(1_048_576), (error) => error ?? setImmediate(more))
        more()
      })
      const { message } = yield* Effect.flip(readAt(`http://127.0.0.1:${port}/`))
      assert.strictEqual(message, "The camera's picture is larger than 16777216 bytes.")
      yield* Effect.promise(async () => {
        for (const socket of sockets) if (!socket.destroyed) await new Promise((resume) => socket.once("close", resume))
      })
    })
  )

  it.live("a camera's redirects are followed, and its credentials go to its own origin alone", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const other = yield* aCamera((request, socket) => {
        asked.push(`other ${request.split(" ")[1]} ${/^authorization: \w+/im.exec(request)?.[0] ?? ""}`)
        socket.end('HTTP/1.1 401 No\nWWW-Authenticate: Basic realm="x"\n\n')
      })
      const { port } = yield* aCamera((request, socket) => {
        const path = request.split(" ")[1]!
        const [authorization] = /^authorization: .*$/im.exec(request) ?? []
        asked.push(`${path} ${authorization?.split(" ")[1] ?? ""}`)
        if (path === "/") return socket.end("HTTP/1.1 302 Found\nlocation: /a?b\n\n")
        if (path === "/other") return socket.end(`HTTP/1.1 307\nLocation: http://127.0.0.1:${other.port}/x\n\n`)
        if (path === "/round") return socket.end("HTTP/1.1 301 Again\nLocation: /round\n\n")
        if (authorization?.includes('uri="/a?b"') === true)
          return socket.end(Buffer.concat([Buffer.from("HTTP/1.0 200 OK\n\n"), jpeg]))
        socket.end(
          'HTTP/1.1 401 No\nWWW-Authenticate: Basic realm="x"\nwww-authenticate : Digest realm="x", nonce="n"\n\n'
        )
      })
      const at = (path: string) => readAt(`http://127.0.0.1:${port}${path}`, { username: "u", password: "p" })
      assert.deepInclude(yield* at("/"), { bytes: jpeg })
      assert.strictEqual((yield* Effect.flip(at("/other"))).code, "auth_failed")
      assert.deepStrictEqual(asked, ["/ ", "/a?b ", "/a?b Digest", "/other ", "other /x "])
      assert.strictEqual((yield* Effect.flip(at("/round"))).message, "The camera redirects more than 20 times.")
    })
  )

  it.live("a camera's stream of other pictures is unsupported, with its first bytes", () =>
    Effect.gen(function* () {
      const head = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=b\r\n\r\n"
      const part = "--b\r\nContent-Type: image/gif\r\nContent-Length: 6\r\n\r\nGIF89a\r\n"
      const words = 'unsupported: The camera\'s stream is of neither JPEG nor PNG: "GIF89a"'
      assert.strictEqual(yield* refusal(head, part.repeat(5)), words)
      const jpegPart = `--b\r\nContent-Length: ${length}\r\n\r\n`
      assert.deepInclude(yield* read(head, part.repeat(4), jpegPart, jpeg, "\r\n"), { bytes: jpeg })
    })
  )

  it.live.each([
    ["unsupported", "220 FTP ready\r\n", 'The camera\'s answer is no HTTP: "220 FTP ready\\x0d\\x0a"'],
    [
      "too_large",
      `HTTP/1.0 200 OK\n\n${Buffer.concat([jpeg, Buffer.alloc(1_572_864)]).toString("latin1")}`,
      "The still's frame has 1573015 bytes, and the cloud takes 1572864."
    ]
  ])("a camera's answer that gives no still is told as the camera's state: %s", ([code, answer, message]) =>
    Effect.gen(function* () {
      const { port } = yield* aCamera((_, socket) => socket.end(Buffer.from(answer!, "latin1")))
      const { cloud } = yield* started
      const source = { kind: "mjpeg", url: `http://127.0.0.1:${port}/` }
      const front = { source, width: 640, height: 480, fps: 10, bitrate_kbps: 500, snapshot_interval_seconds: 3600 }
      yield* configure(cloud, 2, { ...doc, cameras: { front } })
      const { error } = yield* cloud.sees("camera_state")
      assert.deepStrictEqual([error?.code, error?.message], [code, message])
    })
  )
})
