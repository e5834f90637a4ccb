import { encodeAck, encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { cameraSlug, type OurFacts } from "../servers/facts.ts"
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

const mediaUrl = ({ url }: OurFacts) => `${url.replace("http", "ws")}/media`

/** A socket that has joined. Binary frames may come with the answer to the join: none is left out. */
const join = async (
  facts: OurFacts,
  { role, room, token }: { readonly role: string; readonly room: string; readonly token: string },
  onFrame: (socket: RawWebSocket, frame: Buffer) => void = () => undefined
) => {
  const socket = await RawWebSocket.open(mediaUrl(facts))
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

/** A viewer with this credential, which acknowledges one picture in `ackEvery`. */
export const watch = async (
  facts: OurFacts,
  bearer: string,
  ackEvery: number,
  onPicture: (seen: Seen) => void = () => undefined
): Promise<RawWebSocket> => {
  const path = `/api/robots/${facts.robots[0]!.id}/cameras/${cameraSlug}/live`
  const connection = await RawHttp.open(facts.url)
  const { body, status } = await connection.ask(requestBytes("POST", `${facts.url}${path}`, bearer))
  connection.close()
  if (status !== 201) throw new Error(`${status} ${body}`)
  const { room, token } = JSON.parse(body) as { room: string; token: string }
  return join(facts, { role: "viewer", room, token }, (socket, frame) => {
    if (frame.length < 16 || frame[0] !== MediaKind.picture) return
    const seq = frame.readUInt16BE(2)
    if (seq % ackEvery === 0) socket.sendBinary(encodeAck(seq, seq))
    onPicture({ seq, capturedUs: frame.readBigUInt64BE(8) })
  })
}

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
      join(facts, { role: "publisher", room, token }).then((publisher) => {
        publisher.sendBinary(encodeMediaFrame({ kind: MediaKind.config, payload: Buffer.from(config) }))
        publisher.sendBinary(encodeMediaFrame({ kind: MediaKind.picture, isKey: true, seq: 0 }))
        const state = { type: "camera_state", slug, publishing: true, error: null, cause: "command", request_id }
        socket.send(JSON.stringify({ ...state, observed_at_ms: Date.now() }))
        resolve(publisher)
      }, reject)
    }
  })
  return { started }
}
