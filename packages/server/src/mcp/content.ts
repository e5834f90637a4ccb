import { dataLabel } from "./instructions.ts"
import type { ToolResult } from "./Tools.ts"

/** What `tools/call` answers, and what a task that has ended holds. */
interface Content {
  [key: string]: unknown
  content: Array<{ type: "text"; text: string } | { type: "image"; data: string; mimeType: string }>
  structuredContent?: Record<string, unknown>
  isError?: true
}

const textOf = (text: string) => ({ type: "text" as const, text })

/**
 * One answer: the JSON, once for programs and once, to the letter, as text; and, where robots wrote in it, that their
 * words are data. With an image it is text alone: clients drop images beside structured content.
 */
export const contentOf = ({ image, isError, json }: ToolResult, isRobotData: boolean): Content => {
  const text = textOf(JSON.stringify(json))
  if (image !== undefined) return { content: [{ type: "image", ...image }, text] }
  const texts = isRobotData ? [text, textOf(dataLabel)] : [text]
  return { content: texts, structuredContent: { ...json }, ...(isError ? { isError: true } : {}) }
}
