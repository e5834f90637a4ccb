import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { latencies } from "../support/Stats.ts"

/** Lists the robots of the org so many times, one after the other; `items` is how many came. */
const list = async ({ facts, times }: { readonly facts: OurFacts; readonly times: number }) => {
  const connection = await RawHttp.open(facts.url)
  const request = requestBytes("GET", `${facts.url}/api/robots`, facts.ownerToken)
  const values: Array<number> = []
  let items = 0
  for (let each = 0; each < times; each++) {
    const began = performance.now()
    const { body, status } = await connection.ask(request)
    values.push(performance.now() - began)
    if (status !== 200) throw new Error(`${status} ${body}`)
    items = JSON.parse(body).robots.length
  }
  connection.close()
  const { p50, p99 } = latencies(values)
  return { items, p50_ms: p50, p99_ms: p99 }
}

answer({}, { list })
