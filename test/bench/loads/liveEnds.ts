import { encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"
import { steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { filming, watch } from "./mediaStream.ts"

/** Pictures a second: what is measured here are sessions, not the relay. */
const fps = 5
const payload = new Uint8Array(500)

let facts: OurFacts
let publisher: RawWebSocket
let seq = 0
/** Milliseconds for which others have watched than those of `use`. */
let otherMs = 0
let openedMs = 0

const send = () => {
  seq = (seq + 1) & 0xffff
  publisher.sendBinary(encodeMediaFrame({ kind: MediaKind.picture, isKey: true, seq, ptsMs: seq * 200, payload }))
}

const open = async ({ facts: given }: { readonly facts: OurFacts }) => {
  facts = given
  const { started } = await filming(facts)
  const [, sending] = await Promise.all([watch(facts, facts.serverKey), started])
  publisher = sending
  openedMs = Date.now()
}

const keys = async (method: string, path = "", body?: object) => {
  const answered = await fetch(`${facts.url}/api/apps/${facts.appId}/server-keys${path}`, {
    method,
    headers: { authorization: `Bearer ${facts.ownerToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const read = (await answered.json()) as any
  if (!answered.ok) throw new Error(JSON.stringify(read))
  return { read, answeredMs: performance.now() }
}

/** How long after the answer to a rotation the old key's viewer is closed, in milliseconds. */
const revoke = async ({ rounds }: { readonly rounds: number }) => {
  const { read } = await keys("POST", "", { name: "Rotated" })
  const id = read.server_key.id as string
  let key = read.key as string
  const after: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const viewer = await watch(facts, key)
    const closed = new Promise<number>((resolve) => viewer.socket.once("close", () => resolve(performance.now())))
    const { answeredMs, read } = await keys("POST", `/${id}/rotate`)
    key = read.key
    after.push(Math.max(0, (await closed) - answeredMs))
    otherMs += performance.now() - began
  }
  return { rounds, closed_after_p50_ms: latencies(after).p50, closed_after_most_ms: Math.max(...after) }
}

/** Has so many watch for at least so long, with the one of before; when each saw its first picture, in milliseconds since the epoch. */
const use = async ({ ms, viewers }: { readonly ms: number; readonly viewers: number }) => {
  const firsts: Array<number> = []
  const sending = setInterval(send, 1000 / fps)
  await many(viewers, 16, (index) =>
    watch(facts, facts.serverKey, () => {
      firsts[index] ??= Date.now()
    })
  )
  clearInterval(sending)
  await steadily(ms, fps, send)
  return { firsts: [openedMs, ...firsts], otherMs }
}

answer({}, { open, revoke, use })
