import { assert, describe, it } from "@effect/vitest"
import { callersEnded, Fact, idsPerFact } from "@fleet/server/platform/bus/Facts"
import { OrgMessage } from "@fleet/server/platform/bus/OrgMessages"
import { RobotEvent } from "@fleet/server/platform/bus/RobotEvents"
import { Effect, Schema } from "effect"

/** A message as another process gets it. */
const sent = <S extends Schema.Codec<unknown, unknown>>(schema: S, message: S["Type"]): S["Type"] => {
  const json = Schema.toCodecJson(schema)
  return Schema.decodeUnknownSync(json)(JSON.parse(JSON.stringify(Schema.encodeSync(json)(message))))
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe("messages of the bus", () => {
  it.prop("bus facts survive encode and decode", [Fact], ([fact]) => {
    // As JSON: 0 and -0 are one number on the wire.
    assert.deepStrictEqual(JSON.stringify(sent(Fact, fact)), JSON.stringify(fact))
  })

  it.prop("bus robot events survive encode and decode", [RobotEvent], ([event]) => {
    assert.deepStrictEqual(JSON.stringify(sent(RobotEvent, event)), JSON.stringify(event))
  })

  it.prop("bus messages to an org's sockets survive encode and decode", [OrgMessage], ([event]) => {
    assert.deepStrictEqual(JSON.stringify(sent(OrgMessage, event)), JSON.stringify(event))
  })

  it.effect("callersEnded splits more ids than one fact may carry", () =>
    Effect.sync(() => {
      const sizes = (count: number) =>
        callersEnded("app_user", ids(count)).map((fact) => (fact.type === "callers_ended" ? fact.ids.length : -1))
      assert.deepStrictEqual(sizes(0), [])
      assert.deepStrictEqual(sizes(idsPerFact), [idsPerFact])
      assert.deepStrictEqual(sizes(idsPerFact + 1), [idsPerFact, 1])
      const all = callersEnded("app_user", ids(2 * idsPerFact + 7))
      assert.deepStrictEqual(
        all.flatMap((fact) => (fact.type === "callers_ended" ? fact.ids : [])),
        ids(2 * idsPerFact + 7)
      )
      for (const fact of all) assert.isTrue(Schema.is(Fact)(fact))
      assert.isFalse(Schema.is(Fact)({ type: "callers_ended", kind: "app_user", ids: ids(idsPerFact + 1) }))
    })
  )
})
