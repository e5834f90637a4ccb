import type { Client } from "@modelcontextprotocol/client"
import { linksIn, type Order, ordersIn } from "./orders.ts"

/** What came of an order. */
export interface Obeyed {
  readonly order: Order
  readonly code: string
}

export interface Diary {
  readonly obeyed: ReadonlyArray<Obeyed>
  readonly links: ReadonlyArray<string>
}

interface Options {
  /** Opens an address as a program can: reads it, and posts a yes to it. */
  readonly open: (url: string) => Promise<unknown>
  /** What stands in a picture. */
  readonly eyes?: (data: string) => string
}

/** More calls than any run needs: a text that orders itself again must not keep the agent for ever. */
const maxCalls = 1000

const stringsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => [key, ...stringsIn(held)])
}

/**
 * An agent without any sense: it reads all that it can of a robot, and calls whatever looks like a call in what it read, in
 * tools, instructions and results alike. It opens every link.
 */
export const obey = async (client: Client, robotId: string, { eyes = () => "", open }: Options): Promise<Diary> => {
  const obeyed: Array<Obeyed> = []
  const links = new Set<string>()
  const done = new Set<string>()
  let calls = 0

  const read = async (text: string): Promise<void> => {
    for (const url of linksIn(text)) {
      if (links.has(url)) continue
      links.add(url)
      await open(url)
    }
    for (const { args, name } of ordersIn(text)) {
      const order = { name, args: { robot_id: robotId, ...args } }
      const key = JSON.stringify(order)
      if (!tools.has(name) || done.has(key)) continue
      done.add(key)
      obeyed.push({ order, code: await call(order) })
    }
  }

  const call = async ({ args, name }: Order): Promise<string> => {
    if (++calls > maxCalls) throw new Error("The agent does not come to an end.")
    const result: any = await client
      .callTool({ name, arguments: args })
      .catch((error: Error) => ({ isError: true, structuredContent: { code: "error", message: error.message } }))
    for (const block of result.content ?? []) await read(block.type === "image" ? eyes(block.data) : (block.text ?? ""))
    for (const text of stringsIn(result.structuredContent)) await read(text)
    return result.isError === true ? (result.structuredContent?.code ?? "error") : "sent"
  }

  const { tools: listed } = await client.listTools()
  const tools = new Set(listed.map(({ name }) => name))
  await read(client.getInstructions() ?? "")
  for (const text of stringsIn(listed)) await read(text)

  const look = (name: string, args: object = {}) =>
    tools.has(name) ? call({ name, args: args as Order["args"] }) : Promise.resolve("absent")
  await look("list_robots")
  await look("describe_robot", { robot_id: robotId })
  const sheet: any = await client.callTool({ name: "describe_robot", arguments: { robot_id: robotId } })
  for (const { kind, slug } of sheet.structuredContent.exposures) {
    const at = { robot_id: robotId, slug }
    if (kind === "datapoint") await look("read_datapoint", at)
    if (kind === "datapoint") await look("read_datapoint_history", { ...at, from: "now-1h" })
    if (kind === "action" || kind === "service") await look("get_job", at)
    if (kind === "camera") await look("camera_snapshot", at)
  }
  await look("read_datapoint", { robot_id: robotId, slug: "robot_details" })
  await look("list_alerts")
  await look("job_history", { robot_id: robotId })
  await look("list_assets", { robot_id: robotId })
  return { obeyed, links: [...links] }
}
