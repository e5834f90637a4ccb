import { assert, layer } from "@effect/vitest"
import { type Channel, FoxgloveClient } from "@foxglove/ws-protocol"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { WebSocket } from "ws"
import { exampleServer } from "../../../ros/support/exampleServer.ts"
import { temporaryFolder } from "../../../support/Temporary.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { aRecordedRobot, base, samples } from "./world.ts"

/** The client's own idea of a WebSocket is narrower than the real one. */
type ClientSocket = ConstructorParameters<typeof FoxgloveClient>[0]["ws"]

const connected = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const ws = new WebSocket(url, [FoxgloveClient.SUPPORTED_SUBPROTOCOL]) as unknown as ClientSocket
      return new FoxgloveClient({ ws })
    }),
    (client) => Effect.sync(() => client.close())
  )

/** The only channel of a server, and so many of its messages that each was sent. */
const played = (client: FoxgloveClient, count: number) =>
  Effect.callback<{ readonly channel: Channel; readonly messages: ReadonlyMap<number, unknown> }>((resume) => {
    const messages = new Map<number, unknown>()
    client.on("advertise", ([channel, ...others]) => {
      assert.lengthOf(others, 0)
      client.subscribe(channel!.id)
      client.on("message", ({ data, timestamp }) => {
        messages.set(Number(timestamp / 1_000_000n) - base, JSON.parse(new TextDecoder().decode(data)))
        if (messages.size === count) resume(Effect.succeed({ channel: channel!, messages }))
      })
    })
  })

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("an exported MCAP file", (it) => {
  it.effect("an exported MCAP file is read by Foxglove's player, which sends it to Foxglove's client", () =>
    Effect.gen(function* () {
      const { download } = yield* aRecordedRobot(samples)
      const { bytes } = yield* download("&format=mcap")
      const file = join(yield* temporaryFolder, "battery.mcap")
      yield* Effect.promise(() => writeFile(file, bytes))
      const url = yield* exampleServer("mcap-play", "--loop", "--rate", "20", file)
      const { channel, messages } = yield* played(yield* connected(url), samples.length)
      assert.deepInclude(channel, {
        topic: "/battery",
        encoding: "json",
        schemaName: "std_msgs/msg/Float32",
        schemaEncoding: "jsonschema"
      })
      assert.deepStrictEqual(
        [...messages].toSorted(([one], [other]) => one - other),
        samples.map(([timeMs, value]) => [timeMs, { value }])
      )
    })
  )
})
