import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { request } from "node:http"
import type { Answer } from "../../support/wire.ts"

/** One call whose headers are these and no others; `body` is chunked where no length is among them. */
export const send = Effect.fnUntraced(function* (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = ""
) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.callback<Answer>((resume) => {
    const asked = request({ host: base.hostname, port: base.port, method, path, headers: { ...headers } }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (part: string) => (text += part))
      answer.on("end", () => {
        const type = answer.headers["content-type"] ?? ""
        resume(
          Effect.succeed({
            status: answer.statusCode ?? 0,
            headers: new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
            body: text === "" ? null : type.includes("json") ? JSON.parse(text) : text
          })
        )
      })
    })
    asked.on("error", (error) => resume(Effect.die(error)))
    asked.end(body)
    return Effect.sync(() => asked.destroy())
  })
})
