import { assert, layer } from "@effect/vitest"
import { McapIndexedReader, McapStreamReader } from "@mcap/core"
import { Effect } from "effect"
import { TestApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { aRecordedRobot, base, dayMs, iso, type Sample, samples, textOf } from "./world.ts"

/** Opens a file by its index, as viewers do. */
const opened = (bytes: Uint8Array) =>
  Effect.promise(async () => {
    const readable = {
      size: async () => BigInt(bytes.length),
      read: async (offset: bigint, length: bigint) => bytes.slice(Number(offset), Number(offset + length))
    }
    const reader = await McapIndexedReader.Initialize({ readable })
    const messages = []
    for await (const { data, logTime, publishTime } of reader.readMessages()) {
      assert.strictEqual(publishTime, logTime)
      messages.push([Number(logTime / 1_000_000n) - base, JSON.parse(Buffer.from(data).toString())])
    }
    const [channel] = [...reader.channelsById.values()]
    const schema = reader.schemasById.get(channel!.schemaId)!
    return { messages, channel: channel!, schema, count: reader.channelsById.size }
  })

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("an export of a history", (it) => {
  it.effect("an export of a history is CSV: numbers and strings as they are, anything else as JSON", () =>
    Effect.gen(function* () {
      const { download } = yield* aRecordedRobot(samples)
      const csv = yield* download()
      const { headers } = csv.response
      assert.strictEqual(headers.get("content-type"), "text/csv; charset=utf-8")
      assert.match(headers.get("content-disposition")!, /^attachment; filename="battery-\d{4}-\d\d-\d\d\.csv"$/)
      const values = [
        "1.5",
        "-3",
        "null",
        "true",
        "plain",
        '"a ""quoted"", text\nof two lines é"',
        "'=1+1",
        '"[1, 2]"',
        '"{""deep"": {""text"": ""in""}}"'
      ]
      const lines = values.map((value, index) => `${base + index * 1_000},${iso(index * 1_000)},${value}\r\n`)
      assert.strictEqual(textOf(csv), `timestamp_ms,at,value\r\n${lines.join("")}`)
      assert.strictEqual(textOf(yield* download("&format=csv")), textOf(csv))
    })
  )

  it.effect("an export of a history is NDJSON, of the part of the values that is asked for", () =>
    Effect.gen(function* () {
      const { download } = yield* aRecordedRobot(samples)
      const lines = (query: string) =>
        Effect.map(download(query), (answer) =>
          textOf(answer)
            .split("\n")
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        )
      const all = samples.map(([timeMs, value]) => ({ timestamp_ms: base + timeMs, at: iso(timeMs), value }))
      assert.deepStrictEqual(yield* lines("&format=ndjson"), all)
      const part = yield* lines("&format=ndjson&field=deep.text")
      assert.deepStrictEqual(part.at(-1), { ...all.at(-1)!, value: "in" })
      assert.isNull(part[0].value)
    })
  )

  it.effect("an export of a history is MCAP with one channel, which its readers open", () =>
    Effect.gen(function* () {
      const { download, robot } = yield* aRecordedRobot(samples)
      const { bytes, response } = yield* download("&format=mcap")
      assert.strictEqual(response.headers.get("content-type"), "application/octet-stream")
      const { channel, count, messages, schema } = yield* opened(bytes)
      assert.deepStrictEqual(
        messages,
        samples.map(([timeMs, value]) => [timeMs, { value }])
      )
      assert.deepStrictEqual([count, channel.topic, channel.messageEncoding], [1, "/battery", "json"])
      assert.deepInclude(Object.fromEntries(channel.metadata), { robot_id: robot.id, ros_topic: "/battery", unit: "V" })
      assert.deepStrictEqual([schema.name, schema.encoding], ["std_msgs/msg/Float32", "jsonschema"])
      assert.deepStrictEqual(JSON.parse(Buffer.from(schema.data).toString()), {
        type: "object",
        properties: { value: { type: "number" } }
      })
      const stream = new McapStreamReader()
      stream.append(bytes)
      const records = []
      for (let record = stream.nextRecord(); record !== undefined; record = stream.nextRecord())
        records.push(record.type)
      assert.isTrue(stream.done())
      assert.strictEqual(records.at(-1), "Footer")
    })
  )

  it.effect("an export of a history has everything of a half-open range, however many samples, near or far apart", () =>
    Effect.gen(function* () {
      const dense = Array.from({ length: 10_001 }, (_, index): Sample => [index, index])
      const sparse = Array.from({ length: 8 }, (_, day): Sample => [(day + 1) * dayMs, day])
      const all = [...dense, ...sparse]
      const { at, app, download } = yield* aRecordedRobot(all)
      const times = (text: string) =>
        text
          .split("\r\n")
          .slice(1, -1)
          .map((line) => Number(line.split(",")[0]) - base)
      assert.deepStrictEqual(
        times(textOf(yield* download())),
        all.map(([timeMs]) => timeMs)
      )
      const range = `from=${base + 1}&to=${base + 10_000}`
      const some = yield* call("GET", `${at("battery")}/history/export?${range}`, { as: app.user })
      assert.deepStrictEqual(
        times(some.body),
        dense.slice(1, 10_000).map(([timeMs]) => timeMs)
      )
      const none = yield* call("GET", `${at("battery")}/history/export?from=now-1m`, { as: app.user })
      assert.strictEqual(none.body, "timestamp_ms,at,value\r\n")
    })
  )

  it.effect("an export of a history has a sample that is longer than a page", () =>
    Effect.gen(function* () {
      const long = "a".repeat(5_000_000)
      const { download } = yield* aRecordedRobot([
        [0, 1],
        [1_000, long],
        [2_000, 2],
        [3_000, 3],
        [4_000, 4]
      ])
      const lines = textOf(yield* download("&format=ndjson"))
        .split("\n")
        .slice(0, -1)
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line).value.length ?? 0),
        [0, long.length, 0, 0, 0]
      )
    })
  )

  it.effect("an export of a history is refused as a reading of it is, and for a format that there is not", () =>
    Effect.gen(function* () {
      const { app, at } = yield* aRecordedRobot([])
      const refused = (slug: string, query = "") =>
        Effect.map(call("GET", `${at(slug)}/history/export?${query}`, { as: app.user }), refusal)
      assert.deepStrictEqual(yield* refused("battery", "format=xml"), invalid("format", "invalid_value"))
      assert.deepStrictEqual(yield* refused("battery", "limit=5"), invalid("limit", "unknown"))
      assert.deepStrictEqual(yield* refused("battery", "from=now&to=now-1s"), [400, "invalid_range"])
      assert.deepStrictEqual(yield* refused("robot_details"), [409, "not_recorded"])
      assert.deepStrictEqual(yield* refused("pose"), [403, "forbidden"])
      const key = { as: app.key }
      assert.deepStrictEqual(refusal(yield* call("GET", `${at("nothing")}/history/export`, key)), [
        404,
        "unknown_datapoint"
      ])
      assert.strictEqual((yield* call("GET", `${at("battery")}/history/export`)).status, 401)
    })
  )

  it.effect("an export of a history is made ten times a minute for a caller, and not an eleventh", () =>
    Effect.gen(function* () {
      const { app, at, download } = yield* aRecordedRobot([[0, 1]])
      for (let count = 0; count < 10; count++) assert.strictEqual((yield* download()).response.status, 200)
      const { response } = yield* download()
      assert.strictEqual(response.status, 429)
      // Counted before anything of the path and the query is looked at, and refused ones count as well.
      for (const path of [at("nothing"), "/api/robots/x/datapoints/battery"]) {
        const limited = yield* call("GET", `${path}/history/export?format=xml`, { as: app.user })
        assert.deepStrictEqual(refusal(limited).slice(0, 2), [429, "rate_limited"])
      }
      assert.strictEqual((yield* download("", app.key)).response.status, 200)
    })
  )
})
