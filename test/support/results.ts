import { Effect } from "effect"
import { type Answer, call } from "./wire.ts"

/** The cookies that an answer sets, as a browser sends them back. */
export const cookieOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0]!)
    .filter((cookie) => !cookie.endsWith("="))
    .join("; ")

/** The page of what became of a form, for the browser that sent it; an answer that leads elsewhere as it is. */
export const followed = (answer: Answer, cookie?: string) => {
  const location = answer.headers.get("location")
  if (answer.status !== 303 || location?.includes("/result/") !== true) return Effect.succeed(answer)
  const cookies = cookie === undefined ? cookieOf(answer) : `${cookie}; ${cookieOf(answer)}`
  const shown = call("GET", location, { headers: { cookie: cookies } })
  // Its own address is the only thing on a page that no two of them share.
  return Effect.map(shown, (page): Answer => ({
    ...page,
    body: page.body?.replace(/result\/[\w-]+/, "result/…") ?? null
  }))
}
