import { once } from "node:events"
import { answer } from "../support/Answers.ts"
import { clientFrame, type RawWebSocket } from "../support/RawWebSocket.ts"
import { type OurFacts, reading } from "../servers/facts.ts"
import { bridge } from "./dialects.ts"

const frameBytes = 150
const chunkBytes = 65_536
const chunkAgeMs = 20

let bridges: Array<RawWebSocket> = []
let chunk = Buffer.alloc(0)
let chunkMadeMs = 0

/** Frames of poses, of the agreed length, captured just now. */
const frames = (): Buffer => {
  const nowMs = Date.now()
  if (nowMs - chunkMadeMs < chunkAgeMs) return chunk
  chunkMadeMs = nowMs
  const made: Array<Buffer> = []
  for (let index = 0; index * (frameBytes + 8) < chunkBytes; index++) {
    const pose = `{"x":${(index / 7).toFixed(4)},"y":${(-index / 3).toFixed(4)},"theta":0.7854,"frame":"map","moving":true`
    const opening = `{"type":"datapoint","slug":"${reading}","value":${pose},"note":"`
    const closing = `"},"timestamp_ms":${nowMs}}`
    made.push(clientFrame(`${opening.padEnd(frameBytes - closing.length, ".")}${closing}`))
  }
  chunk = Buffer.concat(made)
  return chunk
}

const open = async ({ count, facts }: { readonly facts: OurFacts; readonly count: number }) => {
  for (const socket of bridges) socket.close()
  bridges = []
  for (let robot = 0; robot < count; robot++) bridges.push(await bridge(facts, robot))
}

/** Fills every bridge's socket as fast as the server reads, for so long. */
const flood = async (ms: number) => {
  const over = AbortSignal.timeout(ms)
  const fill = async ({ socket }: RawWebSocket) => {
    while (!over.aborted) if (!socket.write(frames())) await once(socket, "drain", { signal: over })
  }
  await Promise.allSettled(bridges.map(fill))
}

answer({}, { open, flood })
