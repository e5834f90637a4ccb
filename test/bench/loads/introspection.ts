import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { latencies } from "../support/Stats.ts"
import { bridge } from "./dialects.ts"

const count = { topics: 2_000, types: 200, datapoints: 200 }

const topic = (index: number) => `/robot/part_${index}/state`
const type = (index: number) => `parts_msgs/msg/Part${index % count.types}`
const numbered = <A>(length: number, make: (index: number) => A) => Array.from({ length }, (_, index) => make(index))

const graph = JSON.stringify({
  topics: numbered(count.topics, (index) => ({ name: topic(index), types: [type(index)] })),
  services: [],
  actions: [],
  captured_at_ms: 1_700_000_000_000
})

const number = (name: string) => ({ name, type: "float64", array: false, fields: null })
const nested = (name: string, fields: ReadonlyArray<object>) => ({
  name,
  type: "parts_msgs/msg/Nested",
  array: false,
  fields
})
/** Twenty numbers, ten of them two levels deep. */
const fields = [
  nested("pose", [
    nested(
      "position",
      numbered(10, (index) => number(`value_${index}`))
    )
  ]),
  ...numbered(10, (index) => number(`value_${index}`))
]
const definition = (name: string) => ({ name, kind: "msg", fields })

const source = `platform: 1\ndatapoints:\n${numbered(
  count.datapoints,
  (index) =>
    `  part_${index}: {topic: ${topic(index)}, type: ${type(index)}, field: pose.position.value_1, numeric: {unit: m}}\n`
).join("")}`

let facts: OurFacts

/** Connects the first robot's bridge, which answers the cloud's questions. */
const open = async (given: OurFacts) => {
  facts = given
  const socket = await bridge(facts)
  const pinged = socket.onMessage
  socket.onMessage = (data, from, to) => {
    const text = data.toString("utf8", from, to)
    if (!text.includes(`_request"`)) return pinged(data, from, to)
    const { request_id, type: asked, type_names = [] } = JSON.parse(text)
    if (asked === "introspect_request") {
      socket.send(`{"type":"introspect","request_id":"${request_id}","graph":${graph}}`)
    } else if (asked === "type_request") {
      socket.send(
        JSON.stringify({
          type: "type_definitions",
          request_id,
          definitions: type_names.map(definition),
          unresolved: []
        })
      )
    }
  }
}

interface Asked {
  readonly times: number
  readonly serverPid: number
}

/** Asks so many times, one after the other; `fits` says whether an answer is the expected one. */
const ask = async (
  method: string,
  path: string,
  body: string | undefined,
  { serverPid, times }: Asked,
  fits: string
) => {
  const connection = await RawHttp.open(facts.url)
  const request = requestBytes(method, `${facts.url}/api/robots/${facts.robots[0]!.id}/${path}`, facts.ownerToken, body)
  const values: Array<number> = []
  const cost = costs(serverPid)
  for (let each = 0; each < times; each++) {
    const began = performance.now()
    const answer = await connection.ask(request)
    values.push(performance.now() - began)
    if (answer.status !== 200 || !answer.body.includes(fits)) throw new Error(`${answer.status} ${answer.body}`)
  }
  connection.close()
  const { p50, p99 } = latencies(values)
  return { p50_ms: p50, p99_ms: p99, ...cost(times) }
}

answer(
  {},
  {
    open,
    refresh: (asked: Asked) => ask("POST", "introspection/refresh", undefined, asked, topic(count.topics - 1)),
    draft: (asked: Asked) => ask("PUT", "config/draft", JSON.stringify({ source }), asked, `"issues":[]`),
    publish: async (asked: Asked) => {
      await ask("PUT", "config/draft", JSON.stringify({ source }), { ...asked, times: 1 }, `"issues":[`)
      return ask("POST", "config/publish", undefined, asked, `"version":`)
    }
  }
)
