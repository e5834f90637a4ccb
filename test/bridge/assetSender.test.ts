import { assert, describe, it } from "@effect/vitest"
import { type AssetBytes, sendAsset } from "@fleet/bridge/engine/assets/AssetSender"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { temporaryDirectory } from "./support/bridge.ts"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** More than a connection holds before somebody reads. */
const size = 32 * 1024 * 1024

const early =
  (status: number): Answer =>
  (_, response) =>
    void response.writeHead(status).end("{}")

const whole =
  (status: number): Answer =>
  (request, response) =>
    void request.resume().on("end", () => response.writeHead(status).end("{}"))

/** Sends a file to a cloud that gives these answers in turn. Answers how it went, and how many requests came. */
const sent = Effect.fnUntraced(function* (answers: ReadonlyArray<Answer>, bytes: AssetBytes) {
  let requests = 0
  const server = createServer((request, response) => {
    request.on("error", () => undefined)
    answers[requests++]!(request, response)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => (server.close(), server.closeAllConnections()))
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const how = yield* Effect.match(sendAsset({ syncId: "s", url, token: "t" }, { kind: "mesh", name: "a.stl", bytes }), {
    onSuccess: () => "taken",
    onFailure: ({ kind }) => kind
  })
  return { how, requests }
})

const aFile = Effect.map(temporaryDirectory, (folder) => {
  const path = `${folder}/a.stl`
  writeFileSync(path, Buffer.alloc(size))
  return { path, size }
})

describe("a file for the cloud", () => {
  it.live("is sent again where the cloud broke off before it was whole", () =>
    Effect.gen(function* () {
      const file = yield* aFile
      assert.deepStrictEqual(yield* sent([early(400), whole(201)], file), { how: "taken", requests: 2 })
    })
  )

  it.live("is refused by what the cloud says to all of it", () =>
    Effect.gen(function* () {
      const file = yield* aFile
      assert.deepStrictEqual(yield* sent([whole(400)], file), { how: "refused", requests: 1 })
      assert.deepStrictEqual(yield* sent([early(413)], file), { how: "too_large", requests: 1 })
    })
  )
})
