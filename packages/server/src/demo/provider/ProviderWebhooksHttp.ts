import { request } from "node:http"
import type { Payment } from "./ProviderBook.ts"

export type WebhookMode = "normal" | "twice" | "dropped"

const minuteMs = 60_000

/** How long after each call that failed the next is made. */
const pauses = [1, 2, 4, 8, 16, 29, 60, 120, 1320].map((minutes) => minutes * minuteMs)

/** Tells shops of payments: a form with nothing but an id, again until it is answered with 200. */
export const makeWebhooks = () => {
  let mode: WebhookMode = "normal"
  let delayMs = 0
  const waiting = new Set<NodeJS.Timeout>()

  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      run()
    }, ms)
    timer.unref()
    waiting.add(timer)
  }

  const call = (url: string, id: string, failed = 0): void => {
    const again = () => {
      const pause = pauses[failed]
      if (pause !== undefined) after(pause, () => call(url, id, failed + 1))
    }
    const body = new URLSearchParams({ id }).toString()
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) }
    let ended = false
    const end = (told: boolean) => {
      if (!ended && !told) again()
      ended = true
    }
    const sent = request(url, { method: "POST", headers, timeout: 15_000 }, (response) => {
      response.resume()
      end(response.statusCode === 200)
    })
    sent.on("timeout", () => sent.destroy())
    sent.on("error", () => end(false))
    sent.end(body)
  }

  return {
    state: () => ({ mode, delayMs }),
    set: (next: WebhookMode, delay: number) => {
      mode = next
      delayMs = delay
    },
    tell: ({ id, webhookUrl }: Payment) => {
      if (webhookUrl === null || mode === "dropped") return
      for (let times = mode === "twice" ? 2 : 1; times > 0; times--) after(delayMs, () => call(webhookUrl, id))
    },
    stop: () => {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    }
  }
}
