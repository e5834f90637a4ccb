import { Context, Data, Duration, Effect, Layer } from "effect"
import type { LookupAddress } from "node:dns"
import { isIP } from "node:net"
import { Agent, buildConnector, request } from "undici"
import { Settings } from "../settings/Settings.ts"
import { ReachableAddresses } from "./ReachableAddresses.ts"
import { type Resolve, resolverOf } from "./resolverOf.ts"

/** The URL, or an address that its name stands for, is not one that a customer may have fetched. */
export class OutboundRefused extends Data.TaggedError("OutboundRefused")<{ readonly message: string }> {}

/**
 * Nothing came back: no connection, no answer in time, or one beyond its bounds. `code` is Node's or undici's, as
 * ECONNREFUSED, `TIMEOUT` where the request's own time was over; null where there is none. The message may name addresses.
 */
export class OutboundFailed extends Data.TaggedError("OutboundFailed")<{
  readonly message: string
  readonly code: string | null
}> {}

export interface OutboundRequest {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** From the look-up of the name to the last byte of the answer. */
  readonly timeout: Duration.Input
  /** Of the answer's body. Null where the body does not matter: the connection ends after the head, and the body is empty. */
  readonly maxBytes: number | null
  /** Loopback addresses may be reached too, over http as well. */
  readonly loopback?: boolean
}

/** An answer of any status. Redirects are not followed, and bodies are not decompressed. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Uint8Array
}

/** The addresses of this machine alone. */
const loopbackRanges = ["127.0.0.0/8", "::1/128"]

/** Bytes of an answer's head. */
const maxHeaderBytes = 16 * 1024

/** Why a URL is not fetched, whatever its name stands for; null where the addresses decide. */
export const unfitUrl = (text: string, addresses: ReachableAddresses): string | null => {
  const url = URL.parse(text)
  if (url === null) return "It is not a URL."
  if (url.protocol !== "https:" && url.protocol !== "http:") return "Only https is fetched."
  if (url.username !== "" || url.password !== "") return "A URL with a user name or a password is not fetched."
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) === 0) return null
  if (!addresses.mayReach(host)) return `${host} is not a public address.`
  return url.protocol === "http:" && !addresses.isAllowed(host) ? "Only https is fetched." : null
}

/**
 * Fetches what a customer's URL names (webhooks, identity providers, metadata documents): https and public unicast addresses
 * only, others where OUTBOUND_ALLOW has them. The addresses of a name are judged when it is connected to, all of
 * them, so that a name which changes its address meanwhile reaches nothing else. Every fetch has a connection of its own, and
 * none asks a proxy of the environment.
 */
export class OutboundFetch extends Context.Service<
  OutboundFetch,
  {
    readonly fetch: (request: OutboundRequest) => Effect.Effect<OutboundAnswer, OutboundRefused | OutboundFailed>
    /** Why a URL is never fetched, for what is refused when it is written; null where its name decides at each fetch. */
    readonly unfit: (url: string, also?: Pick<OutboundRequest, "loopback">) => string | null
  }
>()("@fleet/server/OutboundFetch") {
  static readonly layerWith = (resolve: Resolve) =>
    Layer.effect(
      OutboundFetch,
      Effect.gen(function* () {
        const { outboundAllow } = yield* Settings
        const usual = new ReachableAddresses(outboundAllow)
        const withLoopback = new ReachableAddresses([...outboundAllow, ...loopbackRanges])

        const connectTo = (addresses: ReachableAddresses, isSecure: boolean) =>
          buildConnector({
            allowH2: false,
            lookup: (name, options, done) =>
              resolve(name, { ...options, all: true }, (error, found) => {
                if (error !== null) return done(error, "", 0)
                const isFit = ({ address }: LookupAddress) =>
                  isSecure ? addresses.mayReach(address) : addresses.isAllowed(address)
                const unfit = found.find((each) => !isFit(each))
                if (unfit !== undefined || found.length === 0) {
                  const message = unfit === undefined ? `${name} has no address.` : refusalOf(name, unfit, isSecure)
                  return done(Object.assign(new Error(message), { code: refusedCode }), "", 0)
                }
                return options.all === true ? done(null, [...found]) : done(null, found[0]!.address, found[0]!.family)
              })
          })

        const agentOf = (addresses: ReachableAddresses) => {
          const secure = connectTo(addresses, true)
          const plain = connectTo(addresses, false)
          /** Node looks no literal address up, so it is judged here. */
          const connect: buildConnector.connector = (options, done) => {
            const refusal = unfitUrl(`${options.protocol}//${options.host ?? options.hostname}`, addresses)
            if (refusal !== null) return done(Object.assign(new Error(refusal), { code: refusedCode }), null)
            return (options.protocol === "https:" ? secure : plain)(options, done)
          }
          return Effect.acquireRelease(
            Effect.sync(() => new Agent({ connect, allowH2: false, maxHeaderSize: maxHeaderBytes, pipelining: 0 })),
            (agent) => Effect.promise(() => agent.destroy())
          )
        }
        const agent = yield* agentOf(usual)
        const loopbackAgent = yield* agentOf(withLoopback)

        const fetch = ({ body, headers, loopback = false, maxBytes, method, url }: OutboundRequest) =>
          Effect.tryPromise({
            try: async (signal): Promise<OutboundAnswer> => {
              const answer = await request(url, {
                method,
                dispatcher: loopback ? loopbackAgent : agent,
                signal,
                reset: true,
                headers: { ...headers },
                body: body ?? null
              })
              if (maxBytes === null) {
                answer.body.on("error", () => undefined).destroy()
                return { status: answer.statusCode, headers: answer.headers, body: new Uint8Array() }
              }
              const chunks: Array<Buffer> = []
              let bytes = 0
              for await (const chunk of answer.body as AsyncIterable<Buffer>) {
                bytes += chunk.length
                if (bytes > maxBytes) throw new Error(`The answer has over ${maxBytes} bytes.`)
                chunks.push(chunk)
              }
              return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
            },
            catch: (error) => {
              const { code, message } = error as NodeJS.ErrnoException
              if (code === refusedCode) return new OutboundRefused({ message })
              return new OutboundFailed({ message, code: code ?? null })
            }
          })

        return OutboundFetch.of({
          unfit: (url, { loopback = false } = {}) => unfitUrl(url, loopback ? withLoopback : usual),
          fetch: Effect.fn("OutboundFetch.fetch")(function* (asked) {
            const refusal = unfitUrl(asked.url, asked.loopback === true ? withLoopback : usual)
            if (refusal !== null) return yield* new OutboundRefused({ message: refusal })
            return yield* Effect.timeoutOrElse(fetch(asked), {
              duration: asked.timeout,
              orElse: () => {
                const time = Duration.format(Duration.fromInputUnsafe(asked.timeout))
                return Effect.fail(
                  new OutboundFailed({ message: `There was no whole answer within ${time}.`, code: "TIMEOUT" })
                )
              }
            })
          })
        })
      })
    )

  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ outboundAllow }) => OutboundFetch.layerWith(resolverOf(outboundAllow.length > 0)))
  )
}

const refusedCode = "OUTBOUND_REFUSED"

const refusalOf = (name: string, { address }: LookupAddress, isSecure: boolean): string =>
  isSecure ? `${name} stands for ${address}, which is not a public address.` : "Only https is fetched."
