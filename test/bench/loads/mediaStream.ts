import { encodeAck, encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { cameraSlug, type OurFacts, type PeerFacts } from "../servers/facts.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import { bridge } from "./dialects.ts"

export const fps = 30
const config = JSON.stringify({ codec: "mjpeg", width: 320, height: 240, fps, avcc: null })

/** A picture as a viewer gets it. */
export interface Seen {
  readonly seq: number
  /** The capture time, in microseconds. */
  readonly capturedUs: bigint
}

export type OnPicture = (seen: Seen) => void

/** What a viewer acknowledges: each picture as the SDK does, or the newest of all each 100 ms, as seldom as one may. */
export type Acks = "each picture" | "each 100 ms"
const latestMs = 100

interface Seat {
  readonly role: string
  readonly room: string
  readonly token: string
}

/** A socket that has joined. Binary frames may come with the answer to the join: none is left out. */
const join = async (
  url: string,
  { role, room, token }: Seat,
  onFrame: (socket: RawWebSocket, frame: Buffer) => void = () => undefined
) => {
  const socket = await RawWebSocket.open(`${url.replace("http", "ws")}/media`)
  await new Promise<void>((resolve, reject) => {
    socket.socket.once("close", () => reject(new Error("the socket was closed")))
    socket.onMessage = (data, from, to) => {
      if (data[from] === openingBrace) resolve()
      else onFrame(socket, data.subarray(from, to))
    }
    socket.send(JSON.stringify({ type: "join", room, token, role }))
  })
  return socket
}
const openingBrace = "{".charCodeAt(0)

const unsaid = new Map<RawWebSocket, number>()
let saying: NodeJS.Timeout | null = null
const say = () => {
  for (const [socket, seq] of unsaid) socket.sendBinary(encodeAck(seq, seq))
  unsaid.clear()
}

const joinViewer = (url: string, seat: Omit<Seat, "role">, acks: Acks, onPicture: OnPicture) => {
  if (acks === "each 100 ms") saying ??= setInterval(say, latestMs).unref()
  return join(url, { role: "viewer", ...seat }, (socket, frame) => {
    if (frame.length < 16 || frame[0] !== MediaKind.picture) return
    const seq = frame.readUInt16BE(2)
    if (acks === "each 100 ms") unsaid.set(socket, seq)
    else socket.sendBinary(encodeAck(seq, seq))
    onPicture({ seq, capturedUs: frame.readBigUInt64BE(8) })
  })
}

/** A viewer with this credential. */
export const watch = async (
  facts: OurFacts,
  bearer: string,
  onPicture: OnPicture = () => undefined,
  acks: Acks = "each picture"
): Promise<RawWebSocket> => {
  const path = `/api/robots/${facts.robots[0]!.id}/cameras/${cameraSlug}/live`
  const connection = await RawHttp.open(facts.url)
  const { body, status } = await connection.ask(requestBytes("POST", `${facts.url}${path}`, bearer))
  connection.close()
  if (status !== 201) throw new Error(`${status} ${body}`)
  return joinViewer(facts.url, JSON.parse(body) as { room: string; token: string }, acks, onPicture)
}

/** A viewer of a peer, which asks for no token. */
export const watchPeer = ({ url }: PeerFacts, acks: Acks, onPicture: OnPicture) =>
  joinViewer(url, { room: "", token: "" }, acks, onPicture)

const begin = async (url: string, seat: Omit<Seat, "role">) => {
  const publisher = await join(url, { role: "publisher", ...seat })
  publisher.sendBinary(encodeMediaFrame({ kind: MediaKind.config, payload: Buffer.from(config) }))
  publisher.sendBinary(encodeMediaFrame({ kind: MediaKind.picture, isKey: true, seq: 0 }))
  return publisher
}

/** A peer's publisher. */
export const filmPeer = ({ url }: PeerFacts): Promise<RawWebSocket> => begin(url, { room: "", token: "" })

/** A bridge whose camera works: `started` is the publisher's socket, once somebody watches. */
export const filming = async (facts: OurFacts): Promise<{ readonly started: Promise<RawWebSocket> }> => {
  const socket = await bridge(facts)
  const answers = socket.onMessage
  const started = new Promise<RawWebSocket>((resolve, reject) => {
    socket.onMessage = (data, from, to) => {
      answers(data, from, to)
      const text = data.toString("utf8", from, to)
      if (!text.startsWith('{"type":"camera_start"')) return
      const { request_id, room, slug, token } = JSON.parse(text)
      begin(facts.url, { room, token }).then((publisher) => {
        const state = { type: "camera_state", slug, publishing: true, error: null, cause: "command", request_id }
        socket.send(JSON.stringify({ ...state, observed_at_ms: Date.now() }))
        resolve(publisher)
      }, reject)
    }
  })
  return { started }
}
