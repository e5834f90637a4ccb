import type { Topic } from "@fleet/sdk"
import type { Call } from "../session/calls.ts"

export type ApiLanguage = "typescript" | "curl" | "agent" | "fleet"

type Input = Readonly<Record<string, unknown>>
type Tool = readonly [name: string, arguments_: Input]

const part = (input: Input, name: string) => (input[name] ?? {}) as Input

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A value as one word of a shell: quoted where a sign in it means something there. */
const shellWord = (value: unknown) => (/^[\w.-]+$/.test(String(value)) ? String(value) : shellQuoted(String(value)))

/** A body that was too long to be remembered. */
const isOmitted = ({ body }: Input) => part({ body }, "body").omitted !== undefined

const typescript = ({ input, route }: Call) => {
  if (isOmitted(input)) return undefined
  const options = Object.keys(input).length === 0 ? "" : `, ${JSON.stringify(input, null, 2)}`
  return `console.log(await fleet.request(${JSON.stringify(route)}${options.replaceAll(/^( *)"([a-z_]\w*)":/gim, "$1$2:")}))`
}

const curl = ({ input, request }: Call) => {
  if (request === undefined) return undefined
  const lines = [`curl ${shellQuoted(request.url)}`]
  if (request.method !== "GET") lines.push(`-X ${request.method}`)
  lines.push('-H "authorization: Bearer $TOKEN"')
  if (input.body !== undefined) lines.push("-H 'content-type: application/json'")
  if (isOmitted(input)) lines.push("-d @body.json")
  else if (input.body !== undefined) lines.push(`-d ${shellQuoted(JSON.stringify(input.body))}`)
  return lines.join(" \\\n  ")
}

const robotOf = (input: Input) => ({ robot_id: part(input, "params").id })

/** The tool that an agent calls for the same. */
const tools: Readonly<Record<string, (input: Input) => Tool>> = {
  "robots.list": () => ["list_robots", {}],
  "datapoints.datasheet": (input) => ["describe_robot", robotOf(input)],
  "datapoints.get": (input) => ["read_datapoint", { ...robotOf(input), slug: part(input, "params").slug }],
  "datapoints.history": (input) => [
    "read_datapoint_history",
    { ...robotOf(input), slug: part(input, "params").slug, ...part(input, "query") }
  ],
  "alerts.list": (input) => ["list_alerts", robotOf(input)],
  "jobs.history": (input) => ["job_history", { ...robotOf(input), ...part(input, "query") }],
  "config.draft": (input) => ["get_config_draft", robotOf(input)],
  "config.publish": (input) => ["publish_config", robotOf(input)],
  "audit.list": (input) => ["list_audit_events", part(input, "query")],
  "apps.list": () => ["list_apps", {}]
}

const toolCall = ([name, args]: Tool) =>
  JSON.stringify({ method: "tools/call", params: { name, arguments: args } }, null, 2)

const agent = ({ input, route }: Call) => {
  const tool = tools[route]?.(input)
  return tool === undefined ? undefined : toolCall(tool)
}

/** The command of `fleet` that does the same. */
const commands: Readonly<Record<string, (robot: string) => string>> = {
  "robots.list": () => "npx fleet robots",
  "datapoints.datasheet": (robot) => `npx fleet types --robot ${robot}`,
  "config.draft": (robot) => `npx fleet config pull ${robot}`,
  "config.version": (robot) => `npx fleet config pull ${robot} --published`,
  "config.publish": (robot) => `npx fleet config publish ${robot}`
}

const command = ({ input, route }: Call) => commands[route]?.(shellWord(part(input, "params").id))

/** A call as code to take away; undefined where this language has no way to say it. */
export const apiText = (language: ApiLanguage, call: Call): string | undefined =>
  ({ typescript, curl, agent, fleet: command })[language](call)

/** A subscription as code to take away; undefined where this language has no way to say it. */
export const subscriptionText = (language: ApiLanguage, topic: Topic): string | undefined => {
  const robot = JSON.stringify(topic.robotId)
  if (topic.slug === null)
    return language === "typescript"
      ? `for await (const viewers of fleet.robot(${robot}).presence()) console.log(viewers)`
      : undefined
  const slug = JSON.stringify(topic.slug)
  const isValue = topic.kind === "datapoint"
  switch (language) {
    case "typescript":
      return isValue
        ? `for await (const { value, at } of fleet.robot(${robot}).datapoint(${slug}).subscribe()) console.log(at, value)`
        : `for await (const { state } of fleet.robot(${robot}).${topic.kind}(${slug}).subscribe()) console.log(state)`
    case "curl":
      return undefined
    case "agent":
      return toolCall([isValue ? "read_datapoint" : "get_job", { robot_id: topic.robotId, slug: topic.slug }])
    case "fleet":
      return isValue ? `npx fleet tail ${shellWord(topic.robotId)} ${shellWord(topic.slug)}` : undefined
  }
}

/** What stands before the first line in this language, once. */
export const preparation = (language: ApiLanguage, apiUrl: string): string => {
  switch (language) {
    case "typescript":
      return `import { createClient } from "@fleet/sdk"

const fleet = createClient({ baseUrl: ${JSON.stringify(apiUrl)}, serverKey: process.env.TOKEN })`
    case "curl":
      return "read -rs TOKEN"
    case "agent":
      return `${apiUrl}/mcp`
    case "fleet":
      return `npx fleet login --url ${shellWord(apiUrl)}`
  }
}
