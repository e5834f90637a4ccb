import { Data, Effect } from "effect"
import { lookup } from "node:dns/promises"
import { connect as connectTcp } from "node:net"
import { connect as connectTls } from "node:tls"
import { WebSocket } from "ws"
import { bridgeAddress } from "../cloud/CloudSocket.ts"
import { CloudProxy, type HttpProxy, type ProxyFor } from "../cloud/proxy/CloudProxy.ts"
import { connectionTo } from "../cloud/proxy/connectionTo.ts"
import { hostOf, isSecure, portOf } from "../cloud/proxy/isExcepted.ts"
import { nameOf, ProxyFailed, tunnel } from "../cloud/proxy/tunnel.ts"
import { type Finding, failed, ok, within } from "./Check.ts"

/** A step towards the cloud that did not work; the steps after it cannot. */
class CloudProblem extends Data.TaggedError("CloudProblem")<{ readonly finding: Finding }> {}

const problem = (check: string, message: string, advice: string) =>
  new CloudProblem({ finding: failed(check, message, advice) })

const parseUrl = (text: string): URL | undefined => {
  const url = URL.parse(text)
  return url !== null && /^(?:https?|wss?):$/.test(url.protocol) ? url : undefined
}

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
        "Look at --url and at the name servers. Where a proxy is the only way out: HTTPS_PROXY or --proxy."
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
      resume(
        problem(
          "cloud tcp",
          `${where} cannot be reached: ${message}.`,
          "Look at firewalls and --url. Where a proxy is the only way out: HTTPS_PROXY or --proxy."
        )
      )
    )
    return Effect.sync(() => socket.destroy())
  })

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const throughProxy = (url: URL, proxy: HttpProxy) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => tunnel(proxy, url),
      catch: (error) => {
        const advice = error instanceof ProxyFailed ? error.advice : "Look at the proxy's address."
        return problem("cloud proxy", `${capitalised((error as Error).message)}.`, advice)
      }
    }),
    (socket) => Effect.sync(() => socket.destroy()),
    { interruptible: true }
  )

const checkProxy = (url: URL, proxy: HttpProxy) =>
  Effect.as(
    throughProxy(url, proxy),
    ok("cloud proxy", `${capitalised(nameOf(proxy))} connects to ${hostOf(url)}:${portOf(url)}.`)
  ).pipe(Effect.scoped)

const certificateAdvice = "Look at this computer's clock and certificates (NODE_EXTRA_CA_CERTS)."

const checkTls = Effect.fnUntraced(function* (url: URL, proxy: HttpProxy | null) {
  const through = proxy === null ? undefined : yield* throughProxy(url, proxy)
  return yield* Effect.callback<Finding, CloudProblem>((resume) => {
    const host = hostOf(url)
    const socket = connectTls({
      ...(through === undefined ? { host, port: portOf(url) } : { socket: through }),
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
          proxy === null
            ? certificateAdvice
            : `${certificateAdvice} A proxy that looks into connections has a certificate of its own.`
        )
      )
    )
    return Effect.sync(() => socket.destroy())
  })
}, Effect.scoped)

/** What an answer other than an upgrade means. */
const refused = (status: number | undefined): string => {
  if (status === 404) return "There is no /bridge below this URL: --url must be the cloud's base URL."
  if (status === 429) return "Too many hellos of this address were refused lately. Wait a minute."
  if (status === 503) return "The cloud is full or restarting. Try again later."
  return "Look at what answers there: a proxy must pass WebSockets on."
}

const checkUpgrade = (url: string, proxyFor: ProxyFor) =>
  Effect.callback<Finding, CloudProblem>((resume) => {
    const address = bridgeAddress(url)
    const socket = new WebSocket(address, { perMessageDeflate: false, ...connectionTo(address, proxyFor) })
    socket.once("open", () => {
      socket.close(1000)
      resume(Effect.succeed(ok("cloud upgrade", `${address} opens.`)))
    })
    socket.on("unexpected-response", (_, { statusCode }) => {
      resume(problem("cloud upgrade", `${address} answers ${statusCode}.`, refused(statusCode)))
      socket.terminate()
    })
    socket.on("error", ({ message }) =>
      resume(problem("cloud upgrade", `${address} does not open: ${message}.`, refused(undefined)))
    )
    return Effect.sync(() => socket.terminate())
  })

/** The way to the cloud, step by step, up to the first that does not work. No credential is sent. */
export const checkCloud = (text: string, timeoutMs: number): Effect.Effect<ReadonlyArray<Finding>> => {
  const url = parseUrl(text)
  if (url === undefined) {
    return Effect.succeed([failed("cloud", `${text} is no URL.`, "Give --url https://host, without a path.")])
  }
  return Effect.gen(function* () {
    const proxyFor = yield* CloudProxy
    const proxy = proxyFor(text)
    const steps: ReadonlyArray<readonly [check: string, step: Effect.Effect<Finding, CloudProblem>]> = [
      // The name of the cloud is the proxy's to look up.
      ...(proxy === null
        ? ([
            ["cloud dns", checkDns(url)],
            ["cloud tcp", checkTcp(url)]
          ] as const)
        : ([["cloud proxy", checkProxy(url, proxy)]] as const)),
      ...(isSecure(url) ? ([["cloud tls", checkTls(url, proxy)]] as const) : []),
      ["cloud upgrade", checkUpgrade(text, proxyFor)]
    ]
    const findings: Array<Finding> = []
    for (const [check, step] of steps) {
      const reported = step.pipe(
        Effect.map((finding): ReadonlyArray<Finding> => [finding]),
        Effect.catch(({ finding }) => Effect.succeed([finding]))
      )
      findings.push(...(yield* within(check, timeoutMs, reported)))
      if (findings.at(-1)?.verdict === "failed") break
    }
    return findings
  })
}
