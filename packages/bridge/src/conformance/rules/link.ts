import { Clock, Effect } from "effect"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

const mebibyte = 1_048_576

/** A config frame of exactly so many bytes, its text in a message that nothing uses. */
const configText = (version: number, bytes: number): string => {
  const textOf = (pad: string) =>
    JSON.stringify({ type: "config", doc: { platform: 1, messages: { pad: { text: pad } } }, version })
  return textOf("x".repeat(bytes - textOf("").length))
}

/** Whatever a bridge makes of a frame that it cannot read, it does not stop working. */
const survives = Effect.fnUntraced(function* (kit: Kit, ...texts: ReadonlyArray<string>) {
  for (const text of texts) kit.cloud.sendText(text)
  yield* kit.isAlive
})

export const link: ReadonlyArray<Rule> = [
  {
    id: "ping.pong",
    section: "13.1",
    sentence: "Each ping is answered by one pong with its ts_ms.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const now = yield* Clock.currentTimeMillis
      const sent = [0, 1, 2].map((step) => now * 2 + step)
      for (const ts_ms of sent) kit.cloud.send({ type: "ping", ts_ms, latency_ms: null, lag_ms: null })
      yield* kit.sees("pong", from, ({ ts_ms }) => ts_ms === sent[2])
      const echoed = kit.cloud.all("pong", from).flatMap(({ ts_ms }) => (sent.includes(ts_ms) ? [ts_ms] : []))
      yield* kit.must(echoed.join() === sent.join(), `The pongs were ${echoed.join()} and the pings ${sent.join()}.`)
    })
  },
  {
    id: "frames.unknown_type",
    section: "13.3",
    sentence: "Frames of unknown types are ignored.",
    needs: [],
    check: (kit) => survives(kit, '{"type":"dance"}', '{"type":"constructor"}')
  },
  {
    id: "frames.unknown_field",
    section: "13.3",
    sentence: "Fields that are not known are ignored.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      const ts_ms = (yield* Clock.currentTimeMillis) * 2
      kit.cloud.sendText(JSON.stringify({ type: "ping", ts_ms, latency_ms: null, lag_ms: null, mood: { good: [1] } }))
      yield* kit.sees("pong", from, (pong) => pong.ts_ms === ts_ms)
    })
  },
  {
    id: "frames.malformed",
    section: "13.3",
    sentence: "A frame that breaks the contract, by one more than it may have too, does not stop the bridge.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const names = Array.from({ length: 51 }, (_, index) => `nobody_msgs/msg/Nothing${index}`)
      const job_id = "00000000-0000-4000-9000-000000000000"
      const invoke = { type: "invoke", job_id, slug: "nothing_here", params: {} }
      yield* survives(
        kit,
        '{"type":"ping","ts_ms":"soon"}',
        '{"type":"invoke"}',
        '{"type":"cancel","slug":7}',
        ...[
          { type: "type_request", request_id: "most-1", type_names: names },
          { type: "type_request", request_id: "most-2", type_names: [] },
          { type: "job_query", request_id: "most-3", job_ids: [] },
          { type: "job_query", request_id: "most-4", job_ids: ["no uuid"] },
          { ...invoke, patience_ms: 999 },
          { ...invoke, patience_ms: 120_001 },
          { type: "ping", ts_ms: -1, latency_ms: null, lag_ms: null },
          { type: "config", version: -1, doc: {} }
        ].map((frame) => JSON.stringify(frame))
      )
    })
  },
  {
    id: "frames.limit",
    section: "13.3",
    sentence: "A frame of 1 MiB is read, one of a byte more is refused.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const from = kit.mark
      kit.cloud.sendText(configText(900_001, mebibyte))
      yield* kit.sees("config_applied", from, ({ ok, version }) => version === 900_001 && ok, 20_000)
      const { session } = kit.cloud
      kit.cloud.sendText(configText(900_002, mebibyte + 1))
      // Refusing may end the connection; then the bridge comes back.
      yield* kit.connected
      if (kit.cloud.session === session) yield* kit.isAlive
      const taken = kit.cloud.all("config_applied", from).some(({ ok, version }) => version === 900_002 && ok)
      yield* kit.must(!taken, "It took a config of 1 MiB and one byte.")
      yield* kit.configure({})
    })
  },
  {
    id: "link_mode.announced",
    section: "13.1",
    sentence: "link_mode follows hello_ok.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const { session } = kit.cloud
      yield* kit.until("link_mode in this session", () =>
        kit.cloud.frames.some((frame) => frame.session === session && frame.message?.type === "link_mode")
      )
    })
  },
  {
    id: "link_mode.forced",
    section: "13.3",
    sentence: "Modes on and off have reason forced.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const forced = Effect.fnUntraced(function* (mode: "on" | "off") {
        const from = kit.mark
        yield* kit.configure({ low_bandwidth: { mode } })
        yield* kit.sees(
          "link_mode",
          from,
          (frame) => frame.low_bandwidth === (mode === "on") && frame.reason === "forced"
        )
      })
      yield* forced("on")
      yield* forced("off")
      yield* kit.configure({})
    })
  },
  {
    id: "link_mode.lag",
    section: "13.3",
    sentence: "Low bandwidth is entered when lag_ms exceeds enter_lag_ms for enter_after_s, not when it equals it.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({
        low_bandwidth: { enter_lag_ms: 2000, enter_after_s: 1, exit_lag_ms: 500, exit_after_s: 1 }
      })
      const from = kit.mark
      kit.cloud.lagMs = 2000
      yield* Effect.sleep("6 seconds")
      const early = kit.cloud.all("link_mode", from).some(({ low_bandwidth }) => low_bandwidth)
      yield* kit.must(!early, "It was entered at a lag of exactly enter_lag_ms.")
      kit.cloud.lagMs = 2001
      yield* kit.sees("link_mode", from, ({ low_bandwidth, reason }) => low_bandwidth && reason === "lag", 10_000)
    })
  },
  {
    id: "link_mode.recovered",
    section: "13.3",
    sentence:
      "Low bandwidth is left when the lag is at or below exit_lag_ms for exit_after_s; a missing number counts as calm.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({
        low_bandwidth: { enter_lag_ms: 2000, enter_after_s: 1, exit_lag_ms: 500, exit_after_s: 1 }
      })
      for (const calm of [500, null]) {
        kit.cloud.lagMs = 5000
        const entering = kit.mark
        const isLow = () => kit.cloud.all("link_mode").at(-1)?.low_bandwidth === true
        yield* kit.until(
          "entry",
          () => isLow() || kit.cloud.all("link_mode", entering).some((frame) => frame.low_bandwidth),
          12_000
        )
        kit.cloud.lagMs = 501
        yield* Effect.sleep("5 seconds")
        yield* kit.must(isLow(), "It was left at a lag above exit_lag_ms.")
        const leaving = kit.mark
        kit.cloud.lagMs = calm
        yield* kit.sees(
          "link_mode",
          leaving,
          ({ low_bandwidth, reason }) => !low_bandwidth && reason === "recovered",
          10_000
        )
      }
      yield* kit.configure({})
    })
  }
]
