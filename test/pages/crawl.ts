import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, call } from "../support/wire.ts"
import { type ReadForm, type ReadPage, readPage } from "./readPage.ts"

/** A browser without script: its cookies, by name. */
export type Jar = Map<string, string>

const keep = (jar: Jar, { headers }: Answer) => {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ""] = cookie.split(";", 1)
    const at = pair.indexOf("=")
    if (pair.length === at + 1) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

const headersOf = (jar: Jar) => ({
  accept: "text/html,application/xhtml+xml",
  "accept-language": "en",
  cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ")
})

/** One navigation, through redirects of ours; `at` is null where it leaves for another site. */
export const navigate = Effect.fnUntraced(function* (
  jar: Jar,
  path: string,
  fields: Readonly<Record<string, string>> | null
) {
  const sent = fields === null ? null : new URLSearchParams(fields).toString()
  let answer: Answer =
    sent === null
      ? yield* call("GET", path, { headers: headersOf(jar) })
      : yield* call("POST", path, {
          body: sent,
          headers: { ...headersOf(jar), "content-type": "application/x-www-form-urlencoded" }
        })
  let at: string | null = path
  for (let hop = 0; hop < 10; hop++) {
    keep(jar, answer)
    const location = answer.headers.get("location")
    if (answer.status < 300 || answer.status >= 400 || location === null) return { answer, at }
    if (!location.startsWith("/")) return { answer, at: null }
    at = location
    answer = yield* call("GET", location, { headers: headersOf(jar) })
  }
  throw new Error(`${path} redirects without end`)
})

/** The value of each typed field that is well formed and wrong. */
const wrong: Readonly<Record<string, string>> = {
  email: "nobody@crawl.example.com",
  password: "not the right password",
  new_password: "a new password of mine",
  code: "000000",
  recovery_code: "aaaaa-aaaaa",
  org_name: "Crawled",
  display_name: "Crawler",
  name: "Key"
}

/** What is filled in: nothing, what is wrong, and what cannot be. */
const fillings: ReadonlyArray<(name: string) => string> = [
  () => "",
  (name) => wrong[name] ?? "x",
  (name) => (name === "email" ? "no address" : "x".repeat(300))
]

const withoutIds = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "*")
    .replaceAll(/\/(?:result|verify|reset|invite|accept-invite)\/[\w%-]+/g, (part) => part.replace(/[\w%-]+$/, "*"))

/** Of one page: what is there, and what was said of it. */
export interface Visited {
  readonly at: string
  readonly status: number
  readonly page: ReadPage
}

interface Crawl {
  readonly jar: Jar
  /** Where it begins. */
  readonly from: ReadonlyArray<string>
  /** What is checked of every page. */
  readonly check: (visited: Visited, answer: Answer) => void
  /** More pages than the crawl can have without going in circles. */
  readonly most?: number
}

/** The hosted pages and the portal; not the console, which is at "/". */
const isOwn = (target: string) =>
  /^\/(?:app|console\/oauth|mcp\/oauth|accept-invite|api\/org\/invitations)\//.test(target)

const formKey = ({ action, typed }: ReadForm, filling: number, signature: string) =>
  `${withoutIds(action)} ${typed.join(",")} ${filling} ${signature}`

/**
 * Visits every page that can be reached by links and by forms that are empty, wrong and malformed, and answers them. A
 * page is another one where its address, title or what is said to be wrong differs.
 */
export const crawl = Effect.fnUntraced(function* ({ check, from, jar, most = 300 }: Crawl) {
  const pages = new Map<string, Visited>()
  const asked = new Set<string>()
  const waiting: Array<{ readonly path: string; readonly fields: Readonly<Record<string, string>> | null }> = from.map(
    (path) => ({ path, fields: null })
  )
  const enqueue = (key: string, path: string, fields: Readonly<Record<string, string>> | null) => {
    if (asked.has(key) || !isOwn(path)) return
    asked.add(key)
    waiting.push({ path, fields })
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { answer, at } = yield* navigate(jar, next.path, next.fields)
    if (at === null) continue
    assert.match(answer.headers.get("content-type") ?? "", /^text\/html/, `${next.path} leads to no page`)
    const page = readPage(answer.body)
    const visited: Visited = { at, status: answer.status, page }
    check(visited, answer)
    const said = page.alerts.map((alert) => alert.replaceAll(/(?:\d+|one) seconds?/g, "a while"))
    const signature = [withoutIds(at).split("?", 1)[0], page.title, ...said].join(" | ")
    if (pages.has(signature)) continue
    pages.set(signature, visited)
    assert.isAtMost(pages.size, most, `the crawl goes in circles: ${[...pages.keys()].slice(-10).join("\n")}`)
    for (const link of page.links) enqueue(`GET ${withoutIds(link)} ${signature}`, link, null)
    for (const form of page.forms) {
      fillings.forEach((fill, filling) => {
        if (form.typed.length === 0 && filling > 0) return
        const fields = { ...form.hidden, ...Object.fromEntries(form.typed.map((name) => [name, fill(name)])) }
        enqueue(formKey(form, filling, signature), form.action, fields)
      })
    }
  }
  return pages
})

/** Where a person is done and may close the tab; and an app that offers nothing, which can be asked once more. */
const ends = /You can close this tab|Ask whoever runs the app\. Try again/

/** Each page leads on, has at most one main act and one title, is not kept, and runs nothing that stands in it. */
export const leadsOn = ({ at, page, status }: Visited, { body, headers }: Answer): void => {
  const where = `${at} (${status} ${page.title})`
  assert.isBelow(status, 500, where)
  assert.notStrictEqual(page.title, "", where)
  const elsewhere = page.links.filter((link) => link !== at && link !== "")
  if (!ends.test(page.text)) assert.isAbove(elsewhere.length + page.forms.length, 0, `${where} leads nowhere`)
  assert.isAtMost(page.main.length, 1, `${where} has more than one main act: ${page.main.join(", ")}`)
  assert.strictEqual(headers.get("cache-control"), "no-store", where)
  assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/, where)
  assert.notMatch(body, /<script(?! type="module" src="\/pages\/)|\sstyle="|\son[a-z]+="/, where)
}

/** What the pages of a crawl are called. */
export const titlesOf = (pages: ReadonlyMap<string, Visited>) => [
  ...new Set(Array.from(pages.values(), ({ page }) => page.title))
]

const keyIn = (body: string) => /<p class="secret">([^<]*)<\/p>/.exec(body)?.[1]

/** Of pages with a key to scan: each shows the same, and its QR code, whatever was entered. */
export const keepsKey = () => {
  let key: string | undefined
  let wrong = 0
  const check: typeof leadsOn = (visited, answer) => {
    leadsOn(visited, answer)
    const shown = keyIn(answer.body)
    if (shown === undefined) return
    key ??= shown
    wrong += visited.page.alerts.length > 0 || answer.body.includes("aria-invalid") ? 1 : 0
    assert.strictEqual(shown, key, visited.at)
    assert.include(answer.body, '<svg\n    class="qr"', visited.at)
  }
  return { check, wrong: () => wrong }
}
