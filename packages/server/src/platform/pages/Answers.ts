import { HttpServerResponse } from "effect/http"

/** What a request is answered with, for forms and views, which need no more of HTTP. */
export type Response = HttpServerResponse.HttpServerResponse

export const isResponse = HttpServerResponse.isHttpServerResponse

/** A result as JSON, for a form that was sent as JSON. */
export const asJson = (result: unknown): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(result)

/** Taken, and nothing to say about it. */
export const accepted = (): HttpServerResponse.HttpServerResponse => HttpServerResponse.empty({ status: 202 })

/** Sends a browser on to a page of ours, by GET, so that a reload sends no form twice. */
export const seeOther = (href: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location: href, "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** What a mail may do: show itself, with pictures from where it names them, in the console's frame. Of no origin at all. */
const mailHeaders = (framedBy: string) => ({
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src https: data:",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
    "sandbox"
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
})

/** A mail's HTML, whoever wrote it, for one origin's frame. */
export const framedMail = (mail: string, framedBy: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(mail, { contentType: "text/html; charset=utf-8", headers: mailHeaders(framedBy) })

/** Something of an app that changes with `version`: a link that names the version may be kept for good. */
export const versioned = (
  body: Uint8Array | string,
  {
    asked,
    contentType,
    policy,
    tag,
    version
  }: {
    readonly contentType: string
    readonly policy: string
    /** The version now, the version the link names, and the tags the browser holds. */
    readonly version: string
    readonly asked: string | null
    readonly tag: string | undefined
  }
): HttpServerResponse.HttpServerResponse => {
  const headers = {
    "cache-control": asked === version ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    etag: `"${version}"`
  }
  if (tag?.includes(`"${version}"`)) return HttpServerResponse.empty({ status: 304, headers })
  return typeof body === "string"
    ? HttpServerResponse.text(body, { contentType, headers })
    : HttpServerResponse.uint8Array(body, { contentType, headers })
}
