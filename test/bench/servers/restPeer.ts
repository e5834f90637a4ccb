import fastify from "fastify"
import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import type { AddressInfo } from "node:net"
import postgres from "postgres"
import { answer } from "../support/Answers.ts"

/**
 * The newest value of a datapoint behind a bearer, as fastify and postgres.js would have it, on the database that our
 * service made. /memory answers as ours does: credential and grant from the database, document and value from memory;
 * /database reads all four from the database.
 */
const sql = postgres(process.env["DATABASE_URL"]!, { max: 10 })
const secret = process.env["FLEET_SECRET"]!

interface Scope {
  readonly appId: string
  readonly userId: string | null
}

const ofKey = async (bearer: string): Promise<Scope | null> => {
  const hash = createHash("sha256").update(bearer).digest()
  const [row] = await sql`SELECT id, org_id, app_id, name FROM server_keys WHERE hash = ${hash}`
  return row === undefined ? null : { appId: row["app_id"], userId: null }
}

const ofUser = async (bearer: string): Promise<Scope | null> => {
  const [head, body, signature] = bearer.split(".") as [string, string, string]
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest()
  if (!timingSafeEqual(Buffer.from(signature, "base64url"), expected)) return null
  const claims = JSON.parse(Buffer.from(body, "base64url").toString())
  if (claims.exp * 1000 <= Date.now()) return null
  const [row] = await sql`
    SELECT u.id, u.app_id, u.role_id FROM session_families f JOIN app_users u ON u.id = f.subject_id
    WHERE f.id = ${claims.sid} AND f.space = 'app_user' AND f.subject_id = ${claims.sub}
      AND f.ended_at IS NULL AND u.status = 'active'`
  return row === undefined ? null : { appId: row["app_id"], userId: row["id"] }
}

/** 404 without the robot, 403 without the grant, else null. */
const refused = async ({ appId, userId }: Scope, robotId: string, slug: string): Promise<number | null> => {
  const [row] =
    userId === null
      ? await sql`
          SELECT r.id, true AS granted FROM app_robots a JOIN robots r ON r.id = a.robot_id
          WHERE a.app_id = ${appId} AND r.id = ${robotId}`
      : await sql`
          SELECT r.id, EXISTS (
            SELECT FROM role_grants g WHERE g.role_id = u.role_id AND g.robot_id = r.id AND g.slug = ${slug}) AS granted
          FROM app_robots a JOIN robots r ON r.id = a.robot_id JOIN app_users u ON u.id = ${userId}
          WHERE a.app_id = ${appId} AND r.id = ${robotId}`
  if (row === undefined) return 404
  return row["granted"] === true ? null : 403
}

const published = async (robotId: string): Promise<Record<string, unknown>> => {
  const [row] = await sql`SELECT doc FROM config_versions WHERE robot_id = ${robotId} ORDER BY version DESC LIMIT 1`
  return row?.["doc"]?.datapoints ?? {}
}
const newest = async (robotId: string, slug: string) => {
  const [row] = await sql`
    SELECT value, timestamp_ms FROM latest_values WHERE robot_id = ${robotId} AND slug = ${slug}`
  return row
}

const documents = new Map<string, Promise<Record<string, unknown>>>()
const values = new Map<string, ReturnType<typeof newest>>()

const remembered = <A>(memory: Map<string, A>, key: string, make: () => A): A => {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}

const app = fastify()
const route = (path: string, document: typeof published, value: typeof newest) =>
  app.get<{ Params: { id: string; slug: string } }>(
    `${path}/:id/datapoints/:slug`,
    {
      schema: {
        params: { type: "object", properties: { id: { type: "string", format: "uuid" }, slug: { type: "string" } } },
        response: {
          200: { type: "object", properties: { slug: { type: "string" }, value: {}, timestamp_ms: { type: "number" } } }
        }
      }
    },
    async (request, reply) => {
      const { id, slug } = request.params
      const bearer = request.headers.authorization?.slice("Bearer ".length) ?? ""
      const scope = await (bearer.startsWith("srv_") ? ofKey(bearer) : ofUser(bearer))
      if (scope === null) return reply.code(401).send({ code: "unauthorized" })
      const status = await refused(scope, id, slug)
      if (status !== null) return reply.code(status).send({ code: status === 404 ? "not_found" : "forbidden" })
      if (!Object.hasOwn(await document(id), slug)) return reply.code(404).send({ code: "unknown_datapoint" })
      const row = await value(id, slug)
      if (row === undefined) return reply.code(404).send({ code: "no_data" })
      return { slug, value: row["value"], timestamp_ms: row["timestamp_ms"] }
    }
  )

route("/database", published, newest)
route(
  "/memory",
  (id) => remembered(documents, id, () => published(id)),
  (id, slug) => remembered(values, `${id}/${slug}`, () => newest(id, slug))
)
await app.listen({ port: 0, host: "127.0.0.1" })
answer({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }, {})
