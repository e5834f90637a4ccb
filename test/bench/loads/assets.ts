import { createHash, type Hash, randomBytes } from "node:crypto"
import { get, type IncomingMessage, request as httpRequest } from "node:http"
import { text } from "node:stream/consumers"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { WebSocket } from "ws"
import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { residentBytes } from "../support/Resident.ts"

interface Sync {
  readonly sync_id: string
  readonly token: string
}

interface Asked {
  readonly facts: OurFacts
  readonly serverPid: number
  readonly bytes: number
  readonly files: number
}

const chunkBytes = 1024 * 1024
const often = 50

/** Opens the bridge of the first robot, which has something to upload, and answers with a sync that it was asked for. */
const begin = ({ ownerToken, robots, url }: OurFacts): Promise<Sync> =>
  new Promise((resolve, reject) => {
    const { id, token } = robots[0]!
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/bridge`)
    const say = (frame: object) => socket.send(JSON.stringify(frame))
    socket.on("error", reject)
    socket.on("open", () => say({ type: "hello", token, protocol_version: PROTOCOL_VERSION, bridge_version: "0.1.0" }))
    socket.on("message", async (data) => {
      const frame = JSON.parse(String(data)) as { readonly type: string; readonly ts_ms: number } & Sync
      if (frame.type === "ping") say({ type: "pong", ts_ms: frame.ts_ms })
      if (frame.type === "asset_request") {
        const progress = { type: "asset_progress", sync_id: frame.sync_id, failed: [], state: "running" }
        setInterval(() => say({ ...progress, done: 0, total: 1 }), 2000).unref()
        resolve(frame)
      }
      if (frame.type !== "hello_ok") return
      say({ type: "assets_available", urdf: true, meshes: [] })
      // The request comes to another door than the frame.
      socket.once("pong", async () => {
        const answered = await fetch(`${url}/api/robots/${id}/assets/sync`, {
          method: "POST",
          headers: { authorization: `Bearer ${ownerToken}`, "content-type": "application/json" },
          body: JSON.stringify({ source: "bridge" })
        })
        if (answered.status !== 202) reject(new Error(await answered.text()))
      })
      socket.ping()
    })
  })

/** Uploads so many bytes that no other file has; answers with their digest and the id of the asset. */
const upload = async ({ url }: OurFacts, { sync_id, token }: Sync, name: string, bytes: number) => {
  const hash = createHash("sha256")
  const sent = httpRequest(`${url}/api/bridge/assets`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "x-platform-asset-kind": "mesh",
      "x-platform-asset-name": `package://bench/${name}`,
      "x-platform-sync-id": sync_id,
      "content-length": String(bytes)
    }
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject))
  const chunk = randomBytes(chunkBytes)
  for (let at = 0; at < bytes; at += chunkBytes) {
    chunk.writeDoubleLE(at)
    const part = Buffer.from(chunk.subarray(0, Math.min(chunkBytes, bytes - at)))
    hash.update(part)
    if (!sent.write(part)) await new Promise((resolve) => sent.once("drain", resolve))
  }
  sent.end()
  const response = await answered
  const body = await text(response)
  if (response.statusCode !== 201) throw new Error(`${response.statusCode}: ${body}`)
  return { sha256: hash.digest("hex"), id: (JSON.parse(body) as { readonly id: string }).id }
}

const download = ({ ownerToken, robots, url }: OurFacts, id: string) =>
  new Promise<Hash>((resolve, reject) => {
    const hash = createHash("sha256")
    const path = `${url}/api/robots/${robots[0]!.id}/assets/${id}`
    get(path, { headers: { authorization: `Bearer ${ownerToken}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`))
      response
        .on("data", (chunk: Buffer) => hash.update(chunk))
        .once("end", () => resolve(hash))
        .once("error", reject)
    }).once("error", reject)
  })

const rss = (pid: number) => (residentBytes(pid)?.rss ?? Number.NaN) / 1e6

/** What some work took. `grown_mb` is the server's most resident memory meanwhile, above that before. */
const watched = async (serverPid: number, bytes: number, work: () => Promise<unknown>) => {
  const before = rss(serverPid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, rss(serverPid))), often)
  const cost = costs(serverPid)
  const began = performance.now()
  await work()
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  return { mb: bytes / 1e6, mb_per_s: bytes / 1e6 / seconds, resident_mb: most, grown_mb: most - before, ...cost(1) }
}

let sync: Promise<Sync> | undefined
let last = { sha256: "", id: "" }
let count = 0

answer(
  {},
  {
    upload: async ({ bytes, facts, serverPid }: Asked) => {
      const target = await (sync ??= begin(facts))
      return watched(serverPid, bytes, async () => (last = await upload(facts, target, `${count++}.stl`, bytes)))
    },
    download: async ({ bytes, facts, serverPid }: Asked) =>
      watched(serverPid, bytes, async () => {
        const hash = await download(facts, last.id)
        if (hash.digest("hex") !== last.sha256) throw new Error("The file is not what was uploaded.")
      }),
    files: async ({ bytes, facts, files, serverPid }: Asked) => {
      const target = await (sync ??= begin(facts))
      return watched(serverPid, bytes * files * 2, async () => {
        for (let file = 0; file < files; file++) {
          const sent = await upload(facts, target, `${count++}.stl`, bytes)
          const hash = await download(facts, sent.id)
          if (hash.digest("hex") !== sent.sha256) throw new Error(`File ${file} is not what was uploaded.`)
        }
      })
    }
  }
)
