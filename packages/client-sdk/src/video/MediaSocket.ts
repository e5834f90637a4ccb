/** What the pictures after it are. */
export interface StreamConfig {
  /** `avc1.…`, or `mjpeg` where each picture is a JPEG. */
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly fps: number
  /** The decoder's description in base64; null for JPEG. */
  readonly avcc: string | null
}

/** One picture as it travels. */
export interface Unit {
  readonly isKey: boolean
  readonly seq: number
  /** When it was captured, in milliseconds since the epoch by the robot's clock. */
  readonly capturedMs: number
  readonly data: Uint8Array<ArrayBuffer>
}

/** What a stream's socket tells. */
export interface MediaEvents {
  readonly onConfig: (config: StreamConfig) => void
  readonly onUnit: (unit: Unit) => void
  /** The socket closed, or nothing has come for so long that it must be; `reason` says why where the service did it. Once. */
  readonly onClosed: (code: number, reason: string) => void
}

const headerBytes = 16
const kinds = { config: 0, picture: 1, ack: 2, keyWanted: 4 }
const keyEveryMs = 1000
/** A network that is gone closes nothing: so long without a frame is the end of a socket. */
const silentMs = 20_000
const lookEveryMs = 1_000
/** Of a socket that broke, as browsers say it. */
const broken = 1006

/** A viewer's socket: puts units together, and says what came and, with the next that comes, what was painted. */
export class MediaSocket {
  readonly #socket: WebSocket
  readonly #events: MediaEvents
  #parts: Array<Uint8Array> = []
  #isClosed = false
  #received = 0
  #painted = 0
  #keyWantedMs = -Infinity
  #receivedMs = performance.now()
  readonly #look: ReturnType<typeof setInterval>

  constructor(
    WebSocketClass: typeof WebSocket,
    { room, token, url }: { readonly url: string; readonly room: string; readonly token: string },
    events: MediaEvents
  ) {
    this.#events = events
    this.#socket = new WebSocketClass(url)
    this.#socket.binaryType = "arraybuffer"
    this.#socket.addEventListener("open", () =>
      this.#socket.send(JSON.stringify({ type: "join", room, token, role: "viewer" }))
    )
    this.#socket.addEventListener("message", ({ data }) => {
      this.#receivedMs = performance.now()
      const isFrame = data instanceof ArrayBuffer && data.byteLength >= headerBytes
      if (isFrame && !this.#isClosed) this.#read(new Uint8Array(data))
    })
    this.#socket.addEventListener("close", ({ code, reason }) => this.#onClosed(code, reason))
    this.#look = setInterval(() => {
      if (performance.now() - this.#receivedMs < silentMs) return
      this.#socket.close(1000)
      this.#onClosed(broken, "")
    }, lookEveryMs)
  }

  /** A picture is on the screen. */
  painted(seq: number): void {
    this.#painted = seq
  }

  /** Asks for a picture that needs none before it, at most once a second. */
  wantKey(): void {
    const nowMs = performance.now()
    if (nowMs - this.#keyWantedMs < keyEveryMs) return
    this.#keyWantedMs = nowMs
    this.#send(kinds.keyWanted, 0, 0)
  }

  /** It sends no further events. */
  close(): void {
    this.#stop()
    this.#socket.close(1000)
  }

  #onClosed(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#stop()
    this.#events.onClosed(code, reason)
  }

  #stop(): void {
    this.#isClosed = true
    clearInterval(this.#look)
  }

  #ack(): void {
    this.#send(kinds.ack, this.#received, 2)
  }

  #send(kind: number, seq: number, payload: number): void {
    if (this.#socket.readyState !== 1) return
    const frame = new DataView(new ArrayBuffer(headerBytes + payload))
    frame.setUint8(0, kind)
    frame.setUint16(2, seq)
    if (payload === 2) frame.setUint16(headerBytes, this.#painted)
    this.#socket.send(frame.buffer)
  }

  #read(frame: Uint8Array<ArrayBuffer>): void {
    const view = new DataView(frame.buffer)
    const payload = frame.subarray(headerBytes)
    if (frame[0] === kinds.config) {
      return this.#events.onConfig(JSON.parse(new TextDecoder().decode(payload)) as StreamConfig)
    }
    if (frame[0] !== kinds.picture) return
    this.#parts.push(payload)
    if ((frame[1]! & 2) !== 0) return
    const data = this.#parts.length === 1 ? payload : joined(this.#parts)
    this.#parts = []
    this.#received = view.getUint16(2)
    this.#ack()
    const capturedMs = Number(view.getBigUint64(8) / 1000n)
    this.#events.onUnit({ isKey: (frame[1]! & 1) !== 0, seq: this.#received, capturedMs, data })
  }
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
