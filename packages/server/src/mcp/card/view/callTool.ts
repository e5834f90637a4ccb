import { type Host, isObject, type Params } from "./Host.ts"

/** What a tool answered: its JSON and the picture beside it, or why it did not. */
export type Outcome =
  | { readonly type: "result"; readonly json: Params; readonly image: string | null }
  | { readonly type: "refused"; readonly code: string; readonly message: string; readonly url: string | null }

const webAddress = (value: unknown): string | null => {
  if (typeof value !== "string" || !URL.canParse(value)) return null
  return /^https?:$/.test(new URL(value).protocol) ? value : null
}

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

const imageOf = (content: ReadonlyArray<unknown>): string | null => {
  const image = content.find((block) => isObject(block) && block["type"] === "image") as Params | undefined
  if (image === undefined || !/^image\/(?:jpeg|png|webp)$/.test(String(image["mimeType"]))) return null
  return `data:${String(image["mimeType"])};base64,${String(image["data"])}`
}

/** Reads the result of a tool. Hosts may leave out one of structured content and its text. */
export const outcomeOf = ({ content, isError, structuredContent }: Params): Outcome => {
  const blocks = Array.isArray(content) ? content : []
  const text = blocks.find((block) => isObject(block) && block["type"] === "text") as Params | undefined
  const found = isObject(structuredContent) ? structuredContent : parsed(text?.["text"])
  const json = isObject(found) ? found : {}
  if (isError !== true) return { type: "result", json, image: imageOf(blocks) }
  const { code, details, message } = json
  return {
    type: "refused",
    code: typeof code === "string" ? code : "unavailable",
    message: typeof message === "string" ? message : String(text?.["text"] ?? ""),
    url: code === "confirmation_required" && isObject(details) ? webAddress(details["url"]) : null
  }
}

/** Calls a tool through the host, which asks its person where it wants to. */
export const callTool = async (host: Host, name: string, args: Params): Promise<Outcome> => {
  try {
    return outcomeOf(await host.request("tools/call", { name, arguments: args }))
  } catch (error) {
    return { type: "refused", code: "unavailable", message: (error as Error).message, url: null }
  }
}
