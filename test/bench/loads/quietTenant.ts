import { accountEmail, accountPassword, type OurFacts, reading, robots, serviceSlugs } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { figuresOf, type Kind, signingIn } from "../support/Neighbours.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { bridge } from "./dialects.ts"
import { echo } from "./echo.ts"

const perSecond: Readonly<Record<Kind, number>> = { read: 50, command: 20, sign_in: 3 }
/** What has not ended after so long counts as failed. */
const patienceMs = 30_000

let facts: OurFacts | undefined
const free: Array<RawHttp> = []

const open = async (asked: OurFacts) => {
  facts = asked
  const path = `${asked.url}/api/robots/${asked.robots[0]!.id}`
  for (let robot = 0; robot < robots; robot++) {
    const one = await bridge(asked, robot)
    echo(one)
    one.send(JSON.stringify({ type: "datapoint", slug: reading, value: "1", timestamp_ms: Date.now() }))
  }
  const connection = await RawHttp.open(asked.url)
  const read = requestBytes("GET", `${path}/datapoints/${reading}`, asked.serverKey)
  for (let status = 0; status !== 200; status = (await connection.ask(read)).status) await sleep(50)
  connection.close()
}

const requestOf = (kind: Kind, index: number): Buffer => {
  const { appIdentifier, robots: all, serverKey, url } = facts!
  const path = `${url}/api/robots/${all[index % robots]!.id}`
  switch (kind) {
    case "read":
      return requestBytes("GET", `${url}/api/robots/${all[0]!.id}/datapoints/${reading}`, serverKey)
    case "command":
      return requestBytes("POST", `${path}/jobs/${serviceSlugs[(index >> 3) % serviceSlugs.length]}`, serverKey, "{}")
    case "sign_in":
      return requestBytes(
        "POST",
        `${url}/api/client/login`,
        "none",
        JSON.stringify({
          app_identifier: appIdentifier,
          email: accountEmail(index % signingIn),
          password: accountPassword
        })
      )
  }
}

let begun = 0

/** Reads, commands and sign-ins at their steady rates, each over a connection of its own while it lasts. */
const offer = async ({ ms }: { readonly ms: number }) => {
  const took: Record<Kind, Array<number>> = { read: [], command: [], sign_in: [] }
  let failed = 0
  const ask = async (kind: Kind, dueMs: number) => {
    let connection = free.pop()
    while (connection?.isOpen === false) connection = free.pop()
    const request = requestOf(kind, begun++)
    try {
      connection ??= await RawHttp.open(facts!.url)
      const { status } = await connection.ask(request)
      if (status >= 300) failed++
      free.push(connection)
    } catch {
      failed++
    }
    took[kind].push(performance.now() - dueMs)
  }
  const asked: Array<Promise<void>> = []
  const kinds = Object.entries(perSecond) as ReadonlyArray<[Kind, number]>
  await Promise.all(kinds.map(([kind, rate]) => steadily(ms, rate, (_, dueMs) => asked.push(ask(kind, dueMs)), "idle")))
  let isOver = false
  await Promise.race([Promise.all(asked), sleep(patienceMs).then(() => (isOver = true))])
  const ended = Object.values(took).reduce((sum, { length }) => sum + length, 0)
  return { ...figuresOf(took), quiet_failed: failed + (isOver ? asked.length - ended : 0) }
}

answer({}, { open, offer })
