import { Data, Effect } from "effect"
import { lookup } from "node:dns/promises"
import { connect as connectTcp } from "node:net"
import { connect as connectTls } from "node:tls"
import { WebSocket } from "ws"
import { bridgeAddress } from "../cloud/CloudSocket.ts"
import { type Finding, failed, ok, within } from "./Check.ts"

/** A step towards the cloud that did not work; the steps after it cannot. */
class CloudProblem extends Data.TaggedError("CloudProblem")<{ readonly finding: Finding }> {}

const problem = (check: string, message: string, advice: string) =>
  new CloudProblem({ finding: failed(check, message, advice) })

const parseUrl = (text: string): URL | undefined => {
  const url = URL.parse(text)
  return url !== null && /^(?:https?|wss?):$/.test(url.protocol) ? url : undefined
}

const isSecure = ({ protocol }: URL) => protocol === "https:" || protocol === "wss:"
/** A host as sockets take it: an address of IPv6 without brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1")
const portOf = (url: URL) => Number(url.port) || (isSecure(url) ? 443 : 80)

const checkDns = (url: URL) =>
  Effect.tryPromise({
    try: async () => {
      const addresses = await lookup(hostOf(url), { all: true })
      return ok("cloud dns", `${hostOf(url)} is ${addresses.map(({ address }) => address).join(", ")}.`)
    },
    catch: (error) =>
      problem(
        "cloud dns",
        `${hostOf(url)} has no address: ${(error as Error).message}.`,
        "Look at --url and at the name servers."
      )
  })

const checkTcp = (url: URL) =>
  Effect.callback<Finding, CloudProblem>((resume) => {
    const where = `${hostOf(url)}:${portOf(url)}`
    const socket = connectTcp(portOf(url), hostOf(url))
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.succeed(ok("cloud tcp", `${where} takes connections.`)))
    })
    socket.once("error", ({ message }) =>
      resume(problem("cloud tcp", `${where} cannot be reached: ${message}.`, "Look at firewalls, proxies and --url."))
    )
    return Effect.sync(() => socket.destroy())
  })

const checkTls = (url: URL) =>
  Effect.callback<Finding, CloudProblem>((resume) => {
    const host = hostOf(url)
    const socket = connectTls({
      host,
      port: portOf(url),
      servername: /[a-z]/i.test(host) && !host.includes(":") ? host : ""
    })
    socket.once("secureConnect", () => {
      const until = socket.getPeerCertificate().valid_to
      const words = `${socket.getProtocol()}, certificate valid until ${until}.`
      socket.destroy()
      resume(Effect.succeed(ok("cloud tls", words)))
    })
    socket.once("error", ({ message }) =>
      resume(
        problem(
          "cloud tls",
          `No trusted connection: ${message}.`,
          "Look at this computer's clock and certificates (NODE_EXTRA_CA_CERTS)."
        )
      )
    )
    return Effect.sync(() => socket.destroy())
  })

/** What an answer other than an upgrade means. */
const refused = (status: number | undefined): string => {
  if (status === 404) return "There is no /bridge below this URL: --url must be the cloud's base URL."
  if (status === 429) return "Too many hellos of this address were refused lately. Wait a minute."
  if (status === 503) return "The cloud is full or restarting. Try again later."
  return "Look at what answers there: a proxy must pass WebSockets on."
}

const checkUpgrade = (url: string) =>
  Effect.callback<Finding, CloudProblem>((resume) => {
    const socket = new WebSocket(bridgeAddress(url), { perMessageDeflate: false })
    socket.once("open", () => {
      socket.close(1000)
      resume(Effect.succeed(ok("cloud upgrade", `${bridgeAddress(url)} opens.`)))
    })
    socket.on("unexpected-response", (_, { statusCode }) => {
      resume(problem("cloud upgrade", `${bridgeAddress(url)} answers ${statusCode}.`, refused(statusCode)))
      socket.terminate()
    })
    socket.on("error", ({ message }) =>
      resume(problem("cloud upgrade", `${bridgeAddress(url)} does not open: ${message}.`, refused(undefined)))
    )
    return Effect.sync(() => socket.terminate())
  })

/** The way to the cloud, step by step, up to the first that does not work. No credential is sent. */
export const checkCloud = (text: string, timeoutMs: number): Effect.Effect<ReadonlyArray<Finding>> => {
  const url = parseUrl(text)
  if (url === undefined) {
    return Effect.succeed([failed("cloud", `${text} is no URL.`, "Give --url https://host, without a path.")])
  }
  const steps: ReadonlyArray<readonly [check: string, step: Effect.Effect<Finding, CloudProblem>]> = [
    ["cloud dns", checkDns(url)],
    ["cloud tcp", checkTcp(url)],
    ...(isSecure(url) ? ([["cloud tls", checkTls(url)]] as const) : []),
    ["cloud upgrade", checkUpgrade(text)]
  ]
  return Effect.gen(function* () {
    const findings: Array<Finding> = []
    for (const [check, step] of steps) {
      const told = step.pipe(
        Effect.map((finding): ReadonlyArray<Finding> => [finding]),
        Effect.catch(({ finding }) => Effect.succeed([finding]))
      )
      findings.push(...(yield* within(check, timeoutMs, told)))
      if (findings.at(-1)?.verdict === "failed") break
    }
    return findings
  })
}
