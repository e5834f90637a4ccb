import type { Call } from "../session/calls.ts"

export type ApiLanguage = "typescript" | "curl" | "agent" | "fleet"

type Input = Readonly<Record<string, unknown>>

const part = (input: Input, name: string) => (input[name] ?? {}) as Readonly<Record<string, unknown>>

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A value as one word of a shell: quoted where a sign in it means something there. */
const shellWord = (value: unknown) => (/^[\w.-]+$/.test(String(value)) ? String(value) : shellQuoted(String(value)))

const typescript = ({ input, route }: Call) => {
  const options = Object.keys(input).length === 0 ? "" : `, ${JSON.stringify(input, null, 2)}`
  return `await fleet.request(${JSON.stringify(route)}${options.replaceAll(/"([a-z_]\w*)":/gi, "$1:")})`
}

const curl = ({ input, request }: Call) => {
  if (request === undefined) return undefined
  const lines = [`curl ${shellQuoted(request.url)}`]
  if (request.method !== "GET") lines.push(`-X ${request.method}`)
  lines.push('-H "authorization: Bearer $TOKEN"')
  if (input.body !== undefined)
    lines.push("-H 'content-type: application/json'", `-d ${shellQuoted(JSON.stringify(input.body))}`)
  return lines.join(" \\\n  ")
}

/** The tool that an agent calls for the same, with the names of its arguments. */
const tools: Readonly<Record<string, (input: Input) => readonly [string, Input]>> = {
  "robots.list": () => ["list_robots", {}],
  "robots.get": (input) => ["describe_robot", { robot_id: part(input, "params").id }],
  "datapoints.datasheet": (input) => ["describe_robot", { robot_id: part(input, "params").id }],
  "datapoints.get": (input) => [
    "read_datapoint",
    { robot_id: part(input, "params").id, slug: part(input, "params").slug }
  ],
  "datapoints.history": (input) => [
    "read_datapoint_history",
    { robot_id: part(input, "params").id, slug: part(input, "params").slug, ...part(input, "query") }
  ],
  "alerts.firing": () => ["list_alerts", {}],
  "alerts.list": (input) => ["list_alerts", { robot_id: part(input, "params").id }],
  "jobs.history": (input) => ["job_history", { robot_id: part(input, "params").id }],
  "jobs.cancel": (input) => ["cancel_job", { robot_id: part(input, "params").id, slug: part(input, "params").slug }],
  "jobs.start": (input) => [
    "start_action",
    { robot_id: part(input, "params").id, slug: part(input, "params").slug, ...part(input, "body") }
  ],
  "config.draft": (input) => ["get_config_draft", { robot_id: part(input, "params").id }],
  "config.publish": (input) => ["publish_config", { robot_id: part(input, "params").id }],
  "audit.list": (input) => ["list_audit_events", part(input, "query")],
  "apps.list": () => ["list_apps", {}]
}

const agent = ({ input, route }: Call) => {
  const tool = tools[route]?.(input)
  return tool === undefined
    ? undefined
    : JSON.stringify({ method: "tools/call", params: { name: tool[0], arguments: tool[1] } }, null, 2)
}

/** The command of `fleet` that does the same. */
const commands: Readonly<Record<string, (input: Input) => string>> = {
  "robots.list": () => "fleet robots",
  "datapoints.get": (input) =>
    `fleet tail ${shellWord(part(input, "params").id)} ${shellWord(part(input, "params").slug)}`,
  "jobs.start": (input) => `fleet run ${shellWord(part(input, "params").id)} ${shellWord(part(input, "params").slug)}`,
  "config.draft": (input) => `fleet config pull ${shellWord(part(input, "params").id)}`,
  "config.putDraft": (input) => `fleet config push ${shellWord(part(input, "params").id)}`,
  "config.publish": (input) => `fleet config publish ${shellWord(part(input, "params").id)}`
}

/** A call as code to take away; undefined where this language has no way to say it. */
export const apiText = (language: ApiLanguage, call: Call): string | undefined => {
  switch (language) {
    case "typescript":
      return typescript(call)
    case "curl":
      return curl(call)
    case "agent":
      return agent(call)
    case "fleet":
      return commands[call.route]?.(call.input)
  }
}
