import { Effect } from "effect"
import type { Rule } from "../Rule.ts"

/** How the frames of a session begin. */
export const hello: ReadonlyArray<Rule> = [
  {
    id: "hello.first",
    section: "13.1",
    sentence: "hello is the first frame of a connection, within 10 s, and comes once.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const frames = kit.cloud.frames.filter(({ session }) => session === kit.cloud.session)
      const hellos = frames.filter(({ message }) => message?.type === "hello")
      yield* kit.must(frames[0]?.message?.type === "hello", `The first frame was: ${frames[0]?.text ?? "none"}`)
      yield* kit.must(hellos.length === 1, `There were ${hellos.length} hellos.`)
      const waitedMs = frames[0]!.atMs - kit.cloud.opened.at(-1)!
      yield* kit.must(waitedMs <= 10_000, `It came after ${waitedMs} ms.`)
    })
  },
  {
    id: "hello.fields",
    section: "13.1",
    sentence:
      "hello carries protocol_version 5, the token, a bridge_version of 1 to 64 characters and at most 500 active_jobs.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const sent = kit.cloud.all("hello").at(-1)
      if (sent === undefined) return yield* kit.broken("No hello fits the contract.")
      yield* kit.must(sent.protocol_version === 5, `protocol_version was ${sent.protocol_version}.`)
      yield* kit.must(sent.token === kit.settings.token, "The token was another than the bridge was given.")
    })
  },
  {
    id: "hello.waits",
    section: "13.3",
    sentence: "The bridge waits 10 s for hello_ok, and sends nothing else before it.",
    needs: ["slow"],
    check: Effect.fnUntraced(function* (kit) {
      const { cloud } = kit
      const before = cloud.session
      yield* kit.steady
      cloud.greeting = "silence"
      cloud.close(1012)
      yield* kit.until("new connection", () => cloud.session > before, 65_000)
      const session = cloud.session
      const endedBefore = cloud.ended.length
      yield* kit.until("end of the connection", () => cloud.ended.length > endedBefore, 30_000)
      const heldMs = cloud.ended[endedBefore]! - cloud.opened[session - 1]!
      const early = cloud.frames.filter((frame) => frame.session === session && frame.message?.type !== "hello")
      cloud.greeting = "accept"
      yield* kit.must(heldMs >= 9000 && heldMs <= 15_000, `It waited ${heldMs} ms.`)
      yield* kit.must(early.length === 0, `It sent ${early[0]?.message?.type ?? "something else"} before hello_ok.`)
      yield* kit.connected
    })
  },
  {
    id: "hello.deprecated",
    section: "13.2",
    sentence: "A hello_ok with a deprecated protocol and its sunset is an acceptance like any other.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      kit.cloud.greeting = "deprecated"
      yield* kit.reconnect()
      const { session } = kit.cloud
      yield* kit.isAlive
      yield* kit.configure({})
      yield* kit.must(kit.cloud.session === session, "It left the session in which its protocol was deprecated.")
      kit.cloud.greeting = "accept"
    })
  }
]
