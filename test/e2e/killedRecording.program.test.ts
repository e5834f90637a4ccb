import { assert, it } from "@effect/vitest"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { Effect } from "effect"
import { WebSocket } from "ws"
import { seconds, served, startKillable, storage } from "./support/killable.ts"
import { until } from "./support/until.ts"
import { aPublishedRobot } from "./support/world.ts"

const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, retention: {enabled: true, interval_seconds: 1}}
`

/** A published robot whose battery is recorded, and who may read it. */
const setUp = Effect.map(aPublishedRobot(source, ["battery"]), ({ bridgeToken, key, path }) => ({
  bridgeToken,
  path,
  key: key.token
}))

/** A bridge that replays a sample of each second of the past, some every few milliseconds, until its server is gone. */
const replaying = (base: string, token: string, next: () => number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly stop: () => void }>((resume) => {
      const socket = new WebSocket(`${base.replace(/^http/, "ws")}/bridge`)
      let timer: NodeJS.Timeout | undefined
      const say = (frame: object) => socket.send(JSON.stringify(frame))
      socket.on("error", () => undefined)
      socket.on("close", () => clearInterval(timer))
      socket.on("open", () =>
        say({ type: "hello", token, protocol_version: PROTOCOL_VERSION, bridge_version: "0.1.0" })
      )
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data)) as { readonly type: string; readonly ts_ms: number }
        if (frame.type === "ping") say({ type: "pong", ts_ms: frame.ts_ms })
        if (frame.type !== "config") return
        timer = setInterval(() => {
          for (let count = 0; count < 3; count++)
            say({ type: "datapoint", slug: "battery", value: 1, timestamp_ms: next(), backfill: true })
        }, 5)
        resume(Effect.succeed({ stop: () => clearInterval(timer) }))
      })
      return Effect.sync(() => socket.terminate())
    }),
    ({ stop }) => Effect.sync(stop)
  )

it.live(
  "a recording server that is killed keeps what it has answered, loses nothing but the last it was sent, and doubles nothing",
  () =>
    Effect.gen(function* () {
      const { env, settings } = yield* storage
      const { bridgeToken, key, path } = yield* served(settings, setUp)
      const startMs = Math.floor(Date.now() / 1000) * 1000 - 5 * 86_400_000
      let sent = 0
      const next = () => startMs + 1000 * sent++

      /** All that is recorded, as the history answers it in pages. */
      const recorded = (base: string) =>
        Effect.promise(async () => {
          const times: Array<number> = []
          for (let from = startMs; ;) {
            const query = `from=${from}&to=now&limit=1000`
            const answer = await fetch(`${base}${path}/datapoints/battery/history?${query}`, {
              headers: { authorization: `Bearer ${key}` }
            })
            if (!answer.ok) throw new Error(await answer.text())
            const body = (await answer.json()) as {
              readonly samples: ReadonlyArray<{ readonly timestamp_ms: number }>
              readonly truncated: boolean
            }
            for (const { timestamp_ms } of body.samples) times.push(timestamp_ms)
            if (!body.truncated) return times
            from = times.at(-1)! + 1
          }
        })

      const kept = new Set<number>()
      let began = 0
      for (let round = 0; ; round++) {
        const server = yield* startKillable(env)
        const before = yield* recorded(server.base)
        assert.deepStrictEqual(
          before,
          [...new Set(before)].toSorted((a, b) => a - b)
        )
        for (const time of kept) assert.include(before, time)
        if (round > 0) {
          // Of what this round's server was sent, it kept everything up to a point.
          const last = Math.max(began, ...before.map((time) => (time - startMs) / 1000 + 1))
          for (let at = began; at < last; at++) assert.include(before, startMs + 1000 * at)
          began = sent
        }
        if (round === 4) {
          yield* server.kill
          break
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* replaying(server.base, bridgeToken, next)
            // The next writes are under way at another moment each time.
            const answered = yield* until(
              "samples that are answered",
              Effect.map(recorded(server.base), (times) => times.length > before.length && times),
              seconds
            )
            for (const time of answered) kept.add(time)
            yield* Effect.sleep([13, 470, 820, 990][round]!)
            yield* server.kill
          })
        )
      }
    }),
  600_000
)
