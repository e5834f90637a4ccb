import fastify from "fastify"
import type { AddressInfo } from "node:net"
import { answer } from "../support/Answers.ts"
import { type Proven, prove, sql } from "./credentials.ts"

/**
 * The newest value of a datapoint behind a bearer, as fastify and postgres.js would have it, on the database that our
 * service made. It does what ours does: the credential and the access version in one query for each request; grants of
 * that version, the published document and the newest value from memory.
 */
const granted = async ({ appId, roleId }: Proven, robotId: string) => {
  const rows =
    roleId === null
      ? await sql`SELECT NULL AS slug FROM app_robots WHERE app_id = ${appId} AND robot_id = ${robotId}`
      : await sql`
          SELECT g.slug FROM app_robots a LEFT JOIN role_grants g ON g.robot_id = a.robot_id AND g.role_id = ${roleId}
          WHERE a.app_id = ${appId} AND a.robot_id = ${robotId}`
  if (rows.length === 0) return null
  return roleId === null ? "all" : new Set(rows.map(({ slug }) => slug as string))
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

const grants = new Map<string, ReturnType<typeof granted>>()
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
app.get<{ Params: { id: string; slug: string } }>(
  "/api/robots/:id/datapoints/:slug",
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
    const proven = await prove(request.headers.authorization?.slice("Bearer ".length) ?? "")
    if (proven === null) return reply.code(401).send({ code: "unauthorized" })
    const { appId, roleId, version } = proven
    const slugs = await remembered(grants, `${appId}/${roleId}/${id}/${version}`, () => granted(proven, id))
    if (slugs === null) return reply.code(404).send({ code: "not_found" })
    if (slugs !== "all" && !slugs.has(slug)) return reply.code(403).send({ code: "forbidden" })
    if (!Object.hasOwn(await remembered(documents, id, () => published(id)), slug)) {
      return reply.code(404).send({ code: "unknown_datapoint" })
    }
    const row = await remembered(values, `${id}/${slug}`, () => newest(id, slug))
    if (row === undefined) return reply.code(404).send({ code: "no_data" })
    return { slug, value: row["value"], timestamp_ms: row["timestamp_ms"] }
  }
)
await app.listen({ port: 0, host: "127.0.0.1" })
answer({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }, {})
