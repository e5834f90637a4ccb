import { FakeService, identity, tokens } from "./FakeService.ts"

/** Rotates as the service does: a refresh token works once, and presenting a spent one ends the family. */
export const rotating = (lifetime: () => number) => {
  let current = 1
  let ended = false
  return {
    login: () => [200, tokens(current, lifetime())] as const,
    refresh: ({ body }: { readonly body: unknown }) => {
      const presented = (body as { readonly refresh_token: string }).refresh_token
      if (ended || presented !== `refresh-${current}`) {
        ended = true
        return [401, { code: "token_revoked", message: "The session was ended." }] as const
      }
      current++
      return [200, tokens(current, 900)] as const
    },
    me: ({ headers }: { readonly headers: { readonly authorization?: string | undefined } }) =>
      ended || headers.authorization !== `Bearer access-${current}`
        ? ([401, { code: "token_revoked", message: "The session was ended." }] as const)
        : ([200, identity] as const)
  }
}

/** A service that one person signs in to; the first access token lasts `lifetime` seconds. */
export const start = async (lifetime = () => 900) => {
  const family = rotating(lifetime)
  const service = await FakeService.start({
    "POST /api/client/login": family.login,
    "POST /api/client/refresh": family.refresh,
    "GET /api/client/me": family.me,
    "POST /api/client/logout": () => [204],
    "GET /healthz": () => [200, { ok: true, version: "1" }]
  })
  return service
}

/** Any will do. */
export const credentials = { email: "ann@example.com", password: "correct horse battery" }
