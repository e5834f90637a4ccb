import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text as readText } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { markImage } from "../../platform/pages/mark.ts"
import { fontPath, iconPath, stylePath } from "../../platform/pages/Page.ts"
import { style } from "../../platform/pages/style.ts"
import { acts, emptyBook, type Kept, type Payment, remaining } from "./ProviderBook.ts"
import { makeKeys } from "./ProviderKeys.ts"
import { checkoutPage, controlPage, reasons } from "./ProviderPagesHttp.ts"
import { answer, type Answer, type Desk, refusal } from "./providerRoutes.ts"
import { makeWebhooks, type WebhookMode } from "./ProviderWebhooksHttp.ts"

/**
 * What goes wrong with the next request of a kind, such as `POST /payments`. `silent` never answers, `drop_before` hangs up
 * without doing it, `drop_after` does it and hangs up; a number is the status that it is answered with.
 */
export interface WrongAnswer {
  readonly for: string
  readonly mode: "silent" | "drop_before" | "drop_after" | `${number}`
}

export interface Provider {
  /** Where the pages are. */
  readonly url: string
  /** Where the API is, for `MOLLIE_URL`. */
  readonly apiUrl: string
  readonly book: Kept
  /** Moves the provider's own clock on. */
  readonly advance: (ms: number) => void
  readonly goWrong: (...answers: ReadonlyArray<WrongAnswer>) => void
  readonly webhooks: (mode: WebhookMode, delayMs?: number) => void
  /** What is done on the control page; false where it did nothing. */
  readonly act: (act: string, paymentId?: string) => boolean
  /** How often each request was asked, such as `POST /payments`. */
  readonly asked: ReadonlyArray<string>
}

const font = readFileSync(
  fileURLToPath(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"))
)

const files: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
  [stylePath]: ["text/css; charset=utf-8", style],
  [fontPath]: ["font/woff2", font],
  [iconPath]: ["image/svg+xml", markImage]
}

const read = (file: string | undefined): Kept => {
  if (file === undefined) return emptyBook()
  try {
    return { ...emptyBook(), ...(JSON.parse(readFileSync(file, "utf8")) as Kept) }
  } catch {
    return emptyBook()
  }
}

const isLoopback = (host: string | undefined) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(`http://${host ?? ""}`)?.hostname ?? "")

/** A form of another site. Our own pages name no referrer, and their forms come from the origin `null`. */
const isForeign = ({ headers }: IncomingMessage) =>
  headers["sec-fetch-site"] === "cross-site" ||
  (headers.origin !== undefined && headers.origin !== "null" && !isLoopback(URL.parse(headers.origin)?.host))

const kindOf = (method: string, path: string) =>
  `${method} ${path.replace(/^\/v2/, "").replaceAll(/\/(tr|cst|mdt|re)_[a-z0-9]+/g, "/:id")}`

const bodyOf = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>)
  } catch {
    return null
  }
}

/**
 * A payment provider that speaks Mollie's API on a loopback port until the scope closes, with pages on which a person pays and
 * decides what happens to the money. No money moves. With a file it goes on where it stopped.
 */
export const startProvider = (options: {
  readonly port?: number
  readonly file?: string
  readonly apiKey: string
  readonly now: () => number
}) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly provider: Provider; readonly close: () => void }>((resume) => {
      const book = read(options.file)
      const wrong: Array<WrongAnswer> = []
      const asked: Array<string> = []
      const hooks = makeWebhooks()
      const now = () => options.now() + book.aheadMs
      const keys = makeKeys(now)
      let base = ""

      const changed = (payment: Payment) => hooks.tell(payment)
      const save = () => {
        if (options.file !== undefined) writeFileSync(options.file, JSON.stringify(book), { mode: 0o600 })
      }
      const desk = (): Desk => ({ book, base, now, changed })

      const settle = (payment: Payment, act: string): boolean => {
        if (act === "fail") return acts.end(payment, now(), "failed", "card_declined")
        if (act === "cancel") return acts.end(payment, now(), "canceled", null)
        if (act === "expire") return acts.end(payment, now(), "expired", null)
        if (act === "charge_back") return acts.chargeBack(payment, now())
        if (act === "reverse") return acts.reverse(payment, now())
        if (act === "give_back") return acts.giveBack(payment, now(), remaining(payment)) !== null
        if (act === "tell") return true
        if (act !== "pay" && !payment.methods.includes(act)) return false
        return acts.pay(book, payment, now(), act === "pay" ? (payment.method ?? payment.methods[0]!) : act)
      }

      const act = (named: string, paymentId?: string): boolean => {
        const payment = book.payments[paymentId ?? ""]
        if (payment !== undefined) {
          const done = settle(payment, named)
          if (done) changed(payment)
          save()
          return done
        }
        const reason = reasons.find((each) => named === `next_${each}`)
        if (reason !== undefined) book.next = { outcome: "failed", reason }
        else if (named === "next_pending") book.next = { outcome: "pending", reason: "" }
        else if (named === "next_paid") book.next = null
        else if (named === "drop") wrong.push({ for: "POST /payments", mode: "drop_after" })
        else if (named === "hooks_late") hooks.set("normal", 30_000)
        else if (named === "hooks_normal") hooks.set("normal", 0)
        else if (named === "hooks_twice") hooks.set("twice", 0)
        else if (named === "hooks_dropped") hooks.set("dropped", 0)
        else return false
        save()
        return true
      }

      const sendPage = async (response: ServerResponse, shown: HttpServerResponse.HttpServerResponse) => {
        const web = HttpServerResponse.toWeb(shown)
        response.writeHead(web.status, Object.fromEntries(web.headers))
        response.end(await web.text())
      }
      const seeOther = (response: ServerResponse, location: string) => response.writeHead(303, { location }).end()

      const api = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
        const method = request.method ?? "GET"
        const kind = kindOf(method, url.pathname)
        const written = await readText(request)
        asked.push(kind)
        const at = wrong.findIndex((each) => each.for === kind)
        const mode = at === -1 ? null : wrong.splice(at, 1)[0]!.mode
        if (mode === "silent") return
        if (mode === "drop_before") return void request.socket.destroy()
        const done = ((): Answer & { readonly replayed?: boolean } => {
          if (request.headers.authorization !== `Bearer ${options.apiKey}`)
            return refusal(401, "Missing authentication")
          if (mode !== null && mode !== "drop_after") return refusal(Number(mode), "As it was chosen", "amount")
          const body = bodyOf(written)
          if (body === null) return refusal(400, "The body is not JSON")
          const run = () =>
            answer(desk(), { method, path: url.pathname.slice("/v2".length), query: url.searchParams, body })
          const key = request.headers["idempotency-key"]
          return method === "POST" && typeof key === "string" ? keys.once(key, url.pathname + written, run) : run()
        })()
        save()
        if (mode === "drop_after") return void request.socket.destroy()
        response.writeHead(done.status, {
          "content-type": "application/hal+json",
          ...(done.replayed === true ? { "idempotent-replayed": "true" } : {})
        })
        response.end(done.body === undefined ? undefined : JSON.stringify(done.body))
      }

      const pages = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
        const file = files[url.pathname]
        if (file !== undefined) return void response.writeHead(200, { "content-type": file[0] }).end(file[1])
        const sent = request.method === "POST" ? new URLSearchParams(await readText(request)) : null
        if (sent !== null && isForeign(request)) return void response.writeHead(403).end()
        if (url.pathname === "/control") {
          if (sent === null) return sendPage(response, controlPage(book, hooks.state(), wrong))
          act(sent.get("act") ?? "", sent.get("payment") ?? undefined)
          return void seeOther(response, "/control")
        }
        const payment = book.payments[/^\/checkout\/(tr_[a-z0-9]+)$/.exec(url.pathname)?.[1] ?? ""]
        if (payment === undefined) return void response.writeHead(404).end("There is no such page.")
        const said = url.searchParams.get("lang") ?? payment.locale.slice(0, 2)
        if (sent === null) return sendPage(response, checkoutPage(payment, said === "de" ? "de" : "en"))
        const chosen = sent.get("act") ?? ""
        if (["fail", "cancel", ...payment.methods].includes(chosen)) act(chosen, payment.id)
        const back = chosen === "cancel" ? (payment.cancelUrl ?? payment.redirectUrl) : payment.redirectUrl
        seeOther(response, back ?? `/checkout/${payment.id}`)
      }

      const server = createServer((request, response) => {
        const url = new URL(request.url ?? "/", "http://localhost")
        if (!isLoopback(request.headers.host)) return void response.writeHead(404).end()
        const answered = url.pathname.startsWith("/v2/") ? api(request, response, url) : pages(request, response, url)
        answered.catch(() => request.socket.destroy())
      })
      server.listen(options.port ?? 0, "127.0.0.1", () => {
        base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const provider: Provider = {
          url: base,
          apiUrl: `${base}/v2`,
          book,
          asked,
          act,
          advance: (ms) => {
            book.aheadMs += ms
            save()
          },
          goWrong: (...answers) => void wrong.push(...answers),
          webhooks: (mode, delayMs = 0) => hooks.set(mode, delayMs)
        }
        const close = () => {
          hooks.stop()
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ provider, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ provider }) => provider))
