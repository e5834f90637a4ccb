import { OpenApi } from "effect/http-api"

const meanings = {
  303: "Go on at the address in `Location`: the sign-in is at another page.",
  400: "A page: no sign-in is under way with this `state`.",
  401: "A page: the sign-in was begun in another browser.",
  403: "A page: this is not offered.",
  404: "A page: there is no such app.",
  410: "A page that helps on: the link or the sign-in is over."
}

const content = { "text/html": { schema: { type: "string" } } }

/** For the document alone: what a page is answered with besides itself. */
export const pageAnswers = (...statuses: ReadonlyArray<keyof typeof meanings>) =>
  OpenApi.annotations({
    transform: (operation) => ({
      ...operation,
      responses: {
        ...(operation["responses"] as object),
        ...Object.fromEntries(
          statuses.map((status) => [status, { description: meanings[status], ...(status === 303 ? {} : { content }) }])
        )
      }
    })
  })
