import { writeCdr } from "@fleet/bridge/ros/CdrWrite"
import { checkMessage } from "@fleet/bridge/ros/MessageCheck"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { decodeAs, ReceivedMessage } from "@fleet/bridge/ros/ReceivedMessage"
import { readCdr } from "@fleet/bridge/ros/readCdr"
import { makeTypeLibrary } from "@fleet/bridge/ros/TypeLibrary"
import { assert, describe, it } from "@effect/vitest"
import { McapStreamReader } from "@mcap/core"
import { Result, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { zstdDecompressSync } from "node:zlib"
import { recording } from "./support/exampleServer.ts"

const isThere = existsSync(recording)
const note = isThere ? "" : " (skipped: the recording is not beside the repository)"

/** Every recorded message with the definition of its type. */
const messages = () => {
  const library = makeTypeLibrary()
  const reader = new McapStreamReader({ decompressHandlers: { zstd: (chunk) => zstdDecompressSync(chunk) } })
  reader.append(readFileSync(recording))
  const schemas = new Map<number, { readonly name: string; readonly text: string }>()
  const channels = new Map<number, number>()
  const read = []
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
    if (record.type === "Schema")
      schemas.set(record.id, { name: record.name, text: new TextDecoder().decode(record.data) })
    if (record.type === "Channel") channels.set(record.id, record.schemaId)
    if (record.type !== "Message") continue
    const { name, text } = schemas.get(channels.get(record.channelId) ?? 0)!
    read.push({ name, bytes: Uint8Array.from(record.data), type: library.hold(name, "ros2msg", text).type! })
  }
  return read
}

/** JSON has no NaN: a message with one cannot be written again. */
const hasNull = (value: unknown): boolean => JSON.stringify(value).includes("null")

describe(`messages of a recorded robot${note}`, () => {
  const recorded = isThere ? messages() : []

  it.skipIf(!isThere)("are the same after they were read and written", () => {
    assert.isAbove(recorded.length, 50)
    let written = 0
    for (const { bytes, name, type } of recorded) {
      const json = toJson(readCdr(type, bytes))
      if (hasNull(json)) continue
      const checked = checkMessage(type, json)
      if (Result.isFailure(checked)) assert.fail(`${name}: ${checked.failure.message}`)
      assert.deepStrictEqual(toJson(readCdr(type, writeCdr(type, checked.success))), json, name)
      written += 1
    }
    assert.isAbove(written, 20)
  })

  const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

  it.prop("with a wrong byte, or cut short, are something or nothing", [Place, Place, Place], ([which, at, byte]) => {
    const one = recorded[which % Math.max(1, recorded.length)]
    if (one === undefined) return
    const { bytes, type } = one
    const wrong = Uint8Array.from(bytes)
    wrong[at % wrong.length] = byte % 256
    for (const payload of [wrong, bytes.subarray(0, at % bytes.length)]) {
      JSON.stringify(toJson(decodeAs(type, new ReceivedMessage(0, type, payload)) ?? null))
    }
  })
})
