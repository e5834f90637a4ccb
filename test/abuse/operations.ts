import { Api } from "@fleet/domain/api/Api"
import { openApiDocument } from "@fleet/domain/docs/OpenApi"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { addTotp } from "../support/factors.ts"
import { makeDeveloper, makeEveryone, password, unique } from "../support/people.ts"
import { authorize, interactionOf, register } from "../support/mcp.ts"
import { invite } from "../support/signIn.ts"
import { call } from "../support/wire.ts"
import { begin } from "../identity/developers/portal/world.ts"

type Json = any

const document = openApiDocument(Api) as Json

/** A schema of the document where the name of one stands. */
const resolved = (schema: Json): Json =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]

export interface Operation {
  readonly method: string
  readonly path: string
  readonly isBearer: boolean
  readonly body: Json | null
  /** Whether the body may be left out. */
  readonly mayBeEmpty: boolean
  readonly query: ReadonlyArray<string>
}

/** Every operation of the API, as its own document tells. */
export const operations: ReadonlyArray<Operation> = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => {
    const schema = operation.requestBody?.content?.["application/json"]?.schema
    return {
      method: method.toUpperCase(),
      path: path.replace(/:([a-zA-Z]+)/g, "{$1}"),
      isBearer: (operation.security ?? []).some((one: Json) => "bearer" in one),
      body: schema === undefined ? null : resolved(schema),
      mayBeEmpty: operation.requestBody?.required === false,
      query: (operation.parameters ?? []).filter((one: Json) => one.in === "query").map((one: Json) => one.name)
    }
  })
)

const words: Readonly<Record<string, string>> = {
  code_verifier: "v".repeat(43),
  recovery_code: "abcde-abcde",
  grant_type: "authorization_code",
  client_id: "console",
  tier: "developer",
  country: "DE",
  invoice_email: "invoices@example.com",
  slug: "word",
  to: "renamed_slug"
}

const pattern = (source: string): string =>
  source.includes("{6}")
    ? "123456"
    : source.includes("[a-z2-7]")
      ? "abcde-abcde"
      : source.includes("whsec_")
        ? `whsec_${"v".repeat(43)}=`
        : "v".repeat(43)

/** Something that a schema takes, as small as it may be; `known` says what stands in fields of these names. */
const sample = (schema: Json, name: string, known: Readonly<Record<string, Json>>): Json => {
  const { allOf, anyOf, const: constant, enum: choices, items, oneOf, properties, type, ...rest } = resolved(schema)
  const branch = (anyOf ?? oneOf)?.find((one: Json) => resolved(one).type !== "null")
  const listed: ReadonlyArray<Json> | undefined = choices ?? (branch === undefined ? undefined : resolved(branch).enum)
  if (Object.hasOwn(known, name) && listed?.includes(known[name]) !== false) return known[name]
  if (constant !== undefined) return constant
  if (choices !== undefined) return choices[0]
  if (branch !== undefined) return sample(branch, name, known)
  if (type === undefined && allOf !== undefined) return sample(allOf[0], name, known)
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries<Json>(properties ?? {}).map(([key, value]) => [key, sample(value, key, known)])
      )
    case "array":
      return items === undefined ? [] : [sample(items, name.replace(/s$/, ""), known)]
    case "boolean":
      return true
    case "integer":
    case "number":
      return rest.minimum ?? 1
    case "string":
      if (rest.pattern === undefined && (name === "from" || name === "to")) return "now"
      return words[name] ?? (rest.format === "uuid" ? known.uuid : rest.pattern ? pattern(rest.pattern) : "word")
    default:
      return "word"
  }
}

/** A member of a document, as the keys that lead there. */
export type Place = ReadonlyArray<string | number>

/** Every place of a document that holds a string. */
export const stringsIn = (value: Json, at: Place = []): ReadonlyArray<Place> => {
  if (typeof value === "string") return [at]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    stringsIn(inner, [...at, Array.isArray(value) ? Number(key) : key])
  )
}

/** The document with another value at a place. */
export const withAt = (value: Json, [first, ...rest]: Place, put: Json): Json => {
  if (first === undefined) return put
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[first] = withAt(copy[first], rest, put)
  return copy
}

/** An issuer whose document nobody asks for. */
const issuer = "https://accounts.example.com/.well-known/openid-configuration"

/** A surface to attack: a thing of each kind, and what reaches it. */
export const makeSurface = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { app, key, observe, orgId, owner, robot, user } = everyone
  const member = yield* makeDeveloper(orgId, "developer")
  const flow = yield* begin()
  const invitation = yield* call("POST", `/api/apps/${app.id}/invitations`, {
    as: owner.token,
    body: { email: `guest-${unique()}@example.com`, role_id: observe.id, send_mail: false }
  })
  const team = yield* call("POST", "/api/org/invitations", {
    as: owner.token,
    body: { email: `mate-${unique()}@example.com`, tier: "developer", send_mail: false }
  })
  const webhook = yield* call("POST", "/api/org/webhooks", {
    as: owner.token,
    body: { url: "https://hooks.example.com/in", events: ["config.published"] }
  })
  const listener = yield* call("POST", "/api/org/webhooks/listeners", { as: owner.token })
  yield* addTotp(owner.token)
  const sql = yield* SqlClient.SqlClient
  const [provider] = yield* sql<{ id: string }>`
    INSERT INTO app_oidc_providers (id, org_id, app_id, slug, name, issuer, client_id, client_secret, scopes,
      link_verified_emails, enabled, created_at)
    VALUES (gen_random_uuid(), ${orgId}, ${app.id}, 'acme', 'Acme', ${issuer}, 'fleet', '', '[]', false,
      false, now())
    RETURNING id`
  yield* sql`
    UPDATE apps SET self_registration = true, mcp_enabled = true, email_code_enabled = true, default_role_id = ${observe.id}
    WHERE id = ${app.id}`
  const consent = { client_id: yield* register(`/mcp/${app.identifier}`) }
  const asked = interactionOf(yield* authorize(`/mcp/${app.identifier}`, consent))
  const known: Readonly<Record<string, Json>> = {
    uuid: robot.id,
    robot_id: robot.id,
    robot_ids: [robot.id],
    default_role_id: observe.id,
    role_id: observe.id,
    app_identifier: app.identifier,
    email: `victim-${unique()}@example.com`,
    interaction: flow.id,
    token: yield* invite(app, `invited-${unique()}@example.com`, observe.id),
    refresh_token: "nobody's",
    redirect_uri: "http://127.0.0.1:8787/signed-in",
    credential: { id: "AAAA", rawId: "AAAA", type: "public-key", response: { clientDataJSON: "AAAA" } },
    current_password: password,
    new_password: password,
    password,
    identifier: `app_${unique()}`,
    grants: [{ robot_id: robot.id, slugs: [] }],
    allowed_domains: ["example.com"],
    allowed_origins: ["https://app.example.com"],
    app_url: "https://app.example.com",
    invite_url: "https://app.example.com/{token}",
    verify_url: "https://app.example.com/{token}",
    reset_url: "https://app.example.com/{token}",
    mcp_login_url: null,
    details: { model: "Arm", other: { nested: ["deep"] } },
    source: "datapoints: []",
    params: { key: "value" },
    message: { key: "value" },
    sign_in_methods: { password: true, email_code: true },
    hosted_accent: "#336699",
    type_names: ["std_msgs/msg/Float32"],
    condition: { fire_at: 1, resolve_at: 2 },
    issuer,
    client_secret: "a secret of sixteen",
    state: "a state",
    code_challenge: "c".repeat(43),
    url: "https://hooks.example.com/in"
  }
  const ids: Readonly<Record<string, string>> = {
    roleId: observe.id,
    userId: user.user.id,
    invId: invitation.body.invitation?.id ?? invitation.body.id,
    keyId: key.id,
    providerId: provider!.id,
    deliveryId: "00000000-0000-4000-8000-000000000000",
    kind: "invite",
    slug: "some_slug",
    version: "1",
    identifier: app.identifier,
    token: "A".repeat(43),
    interaction: flow.id
  }
  const idOf = (path: string): string =>
    path.startsWith("/api/robots")
      ? robot.id
      : path.startsWith("/api/apps")
        ? app.id
        : path.startsWith("/api/org/users")
          ? member.caller.id
          : path.startsWith("/api/org/webhooks/listeners")
            ? listener.body.listener_id
            : path.startsWith("/api/org/webhooks")
              ? webhook.body.webhook.id
              : (team.body.invitation?.id ?? team.body.id ?? robot.id)
  const pathOf = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === "interaction" && path.startsWith("/app/") ? asked : (ids[name] ?? idOf(path))
    )
  const headersOf = ({ isBearer, path }: Operation): Readonly<Record<string, string>> => ({
    ...(isBearer ? { authorization: `Bearer ${path.startsWith("/api/client/") ? user.token : owner.token}` } : {}),
    ...(path.startsWith("/console/") ? { cookie: flow.cookie } : {})
  })
  const teamToken = String(team.body.accept_url).split("/").at(-1)
  const bodyOf = ({ body, path }: Operation): Json => {
    const isTeam = path === "/api/org/invitations/accept"
    return body === null ? undefined : sample(body, "", isTeam ? { ...known, token: teamToken } : known)
  }
  return { ...everyone, bodyOf, headersOf, known, member, pathOf }
})
export type Surface = Effect.Success<typeof makeSurface>
