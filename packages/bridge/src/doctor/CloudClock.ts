import { Clock, Effect } from "effect"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { CloudProxy, type ProxyFor } from "../cloud/proxy/CloudProxy.ts"
import { connectionTo } from "../cloud/proxy/connectionTo.ts"
import { type Finding, failed, ok, warning, within } from "./Check.ts"

/** A Date header counts seconds; half of one is its middle. */
const halfSecondMs = 500
const noticeableMs = 2000
/** The cloud takes stamps further ahead than this for wrong. */
const tooFarMs = 5000

const dateOf = (url: string, proxyFor: ProxyFor) =>
  Effect.callback<string | undefined, Error>((resume) => {
    const target = new URL("/healthz", url.replace(/^ws/i, "http"))
    const send = target.protocol === "https:" ? requestHttps : requestHttp
    const request = send(target, connectionTo(target.href, proxyFor), (response) => {
      response.resume()
      resume(Effect.succeed(response.headers.date))
    })
    request.once("error", (error) => resume(Effect.fail(error)))
    request.end()
    return Effect.sync(() => request.destroy())
  })

const seconds = (ms: number) => `${(Math.abs(ms) / 1000).toFixed(1)} s ${ms > 0 ? "ahead of" : "behind"} the cloud's`

/** What an offset of this computer's clock means; positive is ahead. */
export const judgeOffset = (offsetMs: number): Finding => {
  const words = `This clock is ${seconds(offsetMs)}.`
  const advice = "Samples carry this clock's time: switch on NTP (timedatectl set-ntp true)."
  if (Math.abs(offsetMs) > tooFarMs) return failed("clock", words, advice)
  return Math.abs(offsetMs) > noticeableMs
    ? warning("clock", words, advice)
    : ok("clock", "This clock and the cloud's agree within 2 s.")
}

/** Compares this computer's clock with the Date header of the cloud. */
export const checkClock = (url: string, timeoutMs: number): Effect.Effect<ReadonlyArray<Finding>> =>
  within(
    "clock",
    timeoutMs,
    Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      const date = yield* dateOf(url, yield* CloudProxy)
      const after = yield* Clock.currentTimeMillis
      const cloudMs = Date.parse(date ?? "") + halfSecondMs
      if (Number.isNaN(cloudMs)) {
        return [warning("clock", "The cloud's answer has no date.", "Compare the clocks by hand.")]
      }
      return [judgeOffset((before + after) / 2 - cloudMs)]
    }).pipe(
      Effect.catch(({ message }) =>
        Effect.succeed([
          warning("clock", `The cloud's clock is not known: ${message}.`, "Mend the way to the cloud first.")
        ])
      )
    )
  )
