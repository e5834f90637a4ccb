import { accountEmail, accountPassword, accounts, type OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { latencies, median } from "../support/Stats.ts"
import { many } from "../support/RawWebSocket.ts"

const post = (facts: OurFacts, path: string, body: object) =>
  requestBytes("POST", `${facts.url}${path}`, "none", JSON.stringify({ app_identifier: facts.appIdentifier, ...body }))

interface Flood {
  readonly facts: OurFacts
  readonly connections: number
  readonly ms: number
  readonly serverPid: number
}

const signIn = async (connection: RawHttp, facts: OurFacts, account: number) => {
  const asked = post(facts, "/api/client/login", { email: accountEmail(account % accounts), password: accountPassword })
  const { body, status } = await connection.ask(asked)
  if (status !== 200) throw new Error(`${status} ${body}`)
  return JSON.parse(body) as { readonly refresh_token: string }
}

/** Sign-ins with right passwords, one after the other on each connection. */
const flood = async ({ connections, facts, ms, serverPid }: Flood) => {
  const opened = await many(connections, 8, () => RawHttp.open(facts.url))
  const times: Array<number> = []
  let next = 0
  const cost = costs(serverPid)
  const began = performance.now()
  await many(connections, connections, async (index) => {
    while (performance.now() - began < ms) {
      const sent = performance.now()
      await signIn(opened[index]!, facts, next++)
      times.push(performance.now() - sent)
    }
  })
  const seconds = (performance.now() - began) / 1000
  const { server_cpu, server_us_each } = cost(times.length)
  for (const connection of opened) connection.close()
  const { p50, p99 } = latencies(times)
  return { sign_ins_per_s: times.length / seconds, server_cpu, server_us_each, p50_ms: p50, p99_ms: p99 }
}

/** Sessions that are refreshed, one after the other on each connection: each answer has the token of the next. */
const refresh = async ({ connections, facts, ms, serverPid }: Flood) => {
  const signingIn = await many(connections, 8, () => RawHttp.open(facts.url))
  const tokens = await many(connections, connections, (index) => signIn(signingIn[index]!, facts, index))
  for (const connection of signingIn) connection.close()
  // Connections that were open meanwhile would have been closed for being idle.
  const sessions = await many(connections, 8, async (index) => ({
    connection: await RawHttp.open(facts.url),
    token: tokens[index]!.refresh_token
  }))
  const times: Array<number> = []
  const cost = costs(serverPid)
  const began = performance.now()
  await many(connections, connections, async (index) => {
    const session = sessions[index]!
    while (performance.now() - began < ms) {
      const sent = performance.now()
      const { body, status } = await session.connection.ask(
        requestBytes(
          "POST",
          `${facts.url}/api/client/refresh`,
          "none",
          JSON.stringify({ refresh_token: session.token })
        )
      )
      if (status !== 200) throw new Error(`${status} ${body}`)
      session.token = JSON.parse(body).refresh_token
      times.push(performance.now() - sent)
    }
  })
  const seconds = (performance.now() - began) / 1000
  const { server_cpu, server_us_each } = cost(times.length)
  for (const { connection } of sessions) connection.close()
  const { p50, p99 } = latencies(times)
  return { refreshes_per_s: times.length / seconds, server_cpu, server_us_each, p50_ms: p50, p99_ms: p99 }
}

/** What each request tells of an address, to be sent with a known and with an unknown one. */
const questions: Readonly<Record<string, (email: string) => object>> = {
  "/api/client/login": (email) => ({ email, password: "not the password" }),
  "/api/client/login/code": (email) => ({ email }),
  "/api/client/register": (email) => ({ email, password: accountPassword }),
  "/api/client/resend-verification": (email) => ({ email }),
  "/api/client/password/reset": (email) => ({ email })
}

let asked = 0

/**
 * As many known as unknown addresses, each once, in turn. `apart_ms` is how far the two medians are from each other;
 * `noise_ms` how far the medians of the two halves of the known ones are.
 */
const compare = async ({ facts, pairs, path }: { facts: OurFacts; path: string; pairs: number }) => {
  const connection = await RawHttp.open(facts.url)
  const question = questions[path]!
  const ask = async (email: string) => {
    const request = post(facts, path, question(email))
    const sent = performance.now()
    const { body, status } = await connection.ask(request)
    if (![202, 401].includes(status)) throw new Error(`${status} ${body}`)
    return performance.now() - sent
  }
  const known: Array<number> = []
  const unknown: Array<number> = []
  for (let pair = 0; pair < pairs; pair++) {
    const knownFirst = pair % 2 === 0
    const index = asked++
    const turns = [
      () => ask(accountEmail(index % accounts)).then((ms) => known.push(ms)),
      () => ask(`nobody-${index}@example.com`).then((ms) => unknown.push(ms))
    ]
    for (const turn of knownFirst ? turns : turns.toReversed()) await turn()
  }
  connection.close()
  const half = (parity: number) => median(known.filter((_, index) => (index >> 1) % 2 === parity))
  return {
    known_ms: median(known),
    unknown_ms: median(unknown),
    apart_ms: Math.abs(median(known) - median(unknown)),
    noise_ms: Math.abs(half(0) - half(1))
  }
}

answer({}, { flood, refresh, compare })
